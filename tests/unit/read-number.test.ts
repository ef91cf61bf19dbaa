import { expect, test } from 'vitest'
import { withPlainDigits } from '../../src/lib/clean-text.ts'
import { readNumber } from '../../src/lib/read-number.ts'

test.each([
  ['0', 0],
  [' 1024 ', 1024],
  ['1200+', 1200],
  ['1200 members', 1200],
  ['1,200', 1200],
  ['1.200', 1200],
  ['1\u00A0200', 1200],
  ["1'200", 1200],
  ['1´200', 1200],
  ['1٬200', 1200],
  ['1_200', 1200],
  ['1，200', 1200],
  ['1,200,000', 1_200_000],
  ['1,20,000', 120_000],
  ['1,200.00', 1200],
  ['1200.0', 1200],
  ['1,2k', 1200],
  ['1.5K', 1500],
  ['2 k', 2000],
  ['2К', 2000],
  ['1,25k', 1250],
  ['1.005k', 1_005_000],
  ['0,755k', 755],
  ['2 thousand', 2000],
  ['3 Tsd.', 3000],
  ['3千人', 3000],
  ['2 lakh', 200_000],
  ['1.2M', 1_200_000],
  ['1,2 Mio', 1_200_000],
  ['1E+03', 1000],
  ['300 miembros', 300],
  ['300 kinds', 300],
  ['about 300', 300],
  ['≈ 300', 300],
  ['members -300', 300],
  ['100-200', 100],
  ['1,000-2,000', 1000],
  ['250 / 1024', 250],
  ['１２００', 1200],
  ['٣٠٠', 300],
  ['١٬٢٠٠', 1200],
  ['१,२००', 1200],
  ['𝟏𝟐', 12],
  ['\u200E1200\u200F', 1200],
  ['1\u200B200', 1200],
])('%j is read as %d', (text, value) => {
  expect(readNumber(text)).toBe(value)
})

test.each([
  ['-5', -5],
  ['1.5', 1.5],
  ['1.234,56', 1234.56],
  ['99999999', 99_999_999],
  ['+49 151 2345678', 491_512_345_678],
  ['(0151) 234-5678', 1_512_345_678],
])('%j stays as it is, to be refused where it makes no sense: %d', (text, value) => {
  expect(readNumber(text)).toBe(value)
})

test.each(['', ' ', 'many', '-', 'k'])('%j has no number', (text) => {
  expect(readNumber(text)).toBeNull()
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
