import { expect, test } from 'vitest'
import { withPlainDigits } from '../../src/lib/clean-text.ts'
import { readNumber } from '../../src/lib/read-number.ts'

test.each<[what: string, value: number, texts: string[]]>([
  ['with a plus', 1200, ['1200+', '+1200']],
  ['with words', 300, ['300 miembros', '300人', '300 kinds', 'about 300', '≈ 300', '> 300']],
  ['after a dash', 300, ['members: 300', 'members - 300', 'members -300']],
  ['with separated thousands', 1200, ['1,200', '1.200', '1 200', "1'200", '1’200', '1´200']],
  ['with unusual separators', 1200, ['1٬200', '1_200', '1，200', '1\u00A0200', '1\u202F200']],
  ['with several separators', 1_200_000, ['1,200,000', '1.200.000']],
  ['with Indian separators', 120_000, ['1,20,000']],
  ['with a fraction of zero', 1200, ['1,200.00', '1.200,0', '1200.0']],
  ['in hundreds', 1200, ['1,2k', '1.2K', '1,2 k', '1.2k members', '1.2k+', '1.2К']],
  ['in exact thousands', 1_005_000, ['1.005k', '1,005k']],
  ['in thousands', 2000, ['2 thousand', '2 Tsd.', '2千人', '2E+03', '2e3']],
  ['in ten thousands', 12_000, ['1.2万']],
  ['in lakhs', 200_000, ['2 lakh']],
  ['in millions', 1_200_000, ['1.2M', '1,2 Mio']],
  ['from a range', 100, ['100-200', '100–200', '100 to 200', '100 / 1024']],
  ['in other digits', 1200, ['１２００', '١٬٢٠٠', '१,२००', '๑๒๐๐', '၁၂၀၀', '𝟏𝟐𝟎𝟎']],
  ['with invisible characters', 1200, ['\u200E1200\u200F', '1\u200B200']],
])('a number %s is read as %d: %j', (_what, value, texts) => {
  expect(texts.map(readNumber)).toEqual(texts.map(() => value))
})

test.each([
  ['-5', -5],
  ['−5', -5],
  ['1.5', 1.5],
  ['1.234,56', 1234.56],
  ['99999999', 99_999_999],
  ['+49 151 2345678', 491_512_345_678],
  ['(0151) 234-5678', 1_512_345_678],
])('%j stays as it is, to be refused where it makes no sense: %d', (text, value) => {
  expect(readNumber(text)).toBe(value)
})

test('a text without digits has no number', () => {
  expect(['', ' ', 'many', 'three', '-', '+', 'k'].map(readNumber)).toEqual(Array(7).fill(null))
})

test('the digits of every script are read', () => {
  const digits: string[] = []
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code)
    if (/\p{Nd}/u.test(character)) digits.push(character)
  }
  expect(digits.length).toBeGreaterThan(600)
  expect(digits.map(withPlainDigits).join('')).toBe('0123456789'.repeat(digits.length / 10))
})
