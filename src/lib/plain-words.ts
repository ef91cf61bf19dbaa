import { cleanLine } from './clean-text.ts'

/** Letters without a decomposition in Unicode, as PostgreSQL's `unaccent` spells them. */
const plainLetters: Record<string, string> = {
  æ: 'ae',
  ð: 'd',
  ø: 'o',
  þ: 'th',
  ß: 'ss',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  œ: 'oe',
  ə: 'e',
}

/** Returns the words of a text in lower case, without accents and punctuation, as `private.plain_words` does. */
export const plainWords = (text: string): string =>
  cleanLine(text)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[æðøþßđħıłœə]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Whether each searched word begins a word of the text. Ignores case, accents and punctuation. */
export function containsWords(text: string, search: string): boolean {
  const known = plainWords(text).split(' ')
  return plainWords(search)
    .split(' ')
    .every((word) => known.some((one) => one.startsWith(word)))
}
