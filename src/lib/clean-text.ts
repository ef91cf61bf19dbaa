/*
 * The rules for what users write, also in the database: `private.clean_line` and `private.clean_text`. They remove
 * characters that are invisible and change how a text reads, compares or is found. The invisible characters that some
 * scripts and emoji need stay, but only there.
 */

/** Scripts whose letters a joiner connects or separates, from Arabic to the scripts of India. */
const joiningLetters =
  '\\u0620-\\u167F\\u1681-\\u1CFF\\uA800-\\uABFF\\uFB50-\\uFDFF\\uFE70-\\uFEFC\\u{10A00}-\\u{11FFF}\\u{1E900}-\\u{1E95F}'
const emoji =
  '\\u00A9\\u00AE\\u203C\\u2049\\u2100-\\u2BFF\\u3030\\u303D\\u3297\\u3299\\u{1F000}-\\u{1FAFF}'
const ideographs = '\\u3001-\\u9FFF\\uF900-\\uFAFF\\uFF01-\\uFF60\\u{20000}-\\u{3FFFF}'
/** Thai, Lao, Myanmar and Khmer: a zero-width space separates words. */
const unspacedLetters = '\\u0E00-\\u0EFF\\u1000-\\u109F\\u1780-\\u17FF'

const removed = new RegExp(
  [
    // Controls and lone surrogates.
    '\\p{Cs}|(?![\\t\\n])\\p{Cc}',
    // Soft hyphens, marks and overrides of the text direction, word joiners, byte order marks, annotations.
    '[\\u00AD\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2060-\\u206F\\uFEFF\\uFFF9-\\uFFFB]',
    `(?<![${unspacedLetters}])\\u200B`,
    // Joiners: emoji of several people, Persian and Indian spelling.
    `(?<![${joiningLetters}${emoji}]\\uFE0F?)[\\u200C\\u200D]`,
    // Variation selectors: the emoji form of a symbol or a keycap, the variants of Myanmar letters and ideographs.
    `(?<![\\u1000-\\u109F${emoji}${ideographs}])[\\uFE00-\\uFE0F](?!\\u20E3)`,
    `(?<![${ideographs}])[\\u{E0100}-\\u{E01EF}]`,
    // Tags: the flags of regions.
    '(?<!\\u{1F3F4}[\\u{E0020}-\\u{E007F}]*)[\\u{E0000}-\\u{E007F}]',
  ].join('|'),
  'gu',
)

/** Returns the text as one trimmed line, without the characters above. */
export function cleanLine(text: string): string {
  return text
    .replace(/[\t-\r\u0085\u2028\u2029]+/g, ' ')
    .replace(removed, '')
    .trim()
}

/** Returns the text trimmed, with '\n' as its line breaks and without the characters above. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(removed, '')
    .trim()
}

/** Returns a line with its digits, of any script, as 0 to 9, and with the ordinary form of full-width characters. */
export function withPlainDigits(text: string): string {
  return cleanLine(text)
    .normalize('NFKC')
    .replace(/(?![0-9])\p{Nd}/gu, (digit) => {
      // The digits 0 to 9 of a script have consecutive codes, and some blocks follow each other.
      const code = digit.codePointAt(0) ?? 0
      let before = 0
      while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1
      return String(before % 10)
    })
}

/** Returns a code of digits without spaces, punctuation and symbols: '１２３–456' becomes '123456'. */
export const cleanCode = (text: string): string =>
  withPlainDigits(text).replaceAll(/[\s\p{P}\p{S}]/gu, '')
