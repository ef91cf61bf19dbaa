import { withPlainDigits } from './clean-text.ts'

/** A number with separated thousands ('1.200', "1'200", '1 200', Indian '1,20,000') or without, and its fraction. */
const numberPattern =
  /([1-9]\d{0,2}([ .,'\u066C_])(?:\d{2,3}\2)*\d{3}(?!\d)|\d+)(?:[.,\u066B](\d+))?/u

/** Words and letters that may follow a number, and their factors. */
const multipliers: readonly [RegExp, number][] = [
  [/^ ?(?:(?:k|к|tsd|thousand|тыс)(?!\p{L})|[千천])/iu, 1000],
  [/^ ?[万萬만]/u, 10_000],
  [/^ ?lakhs?(?!\p{L})/iu, 100_000],
  [/^(?:M| ?[Mm]io| ?[Mm]illions?)(?!\p{L})/u, 1_000_000],
]

/**
 * Returns the first number in a text as a person reads it ('about 1,200', '1.5k', '٣٠٠', '100-200'), or null. Only three
 * digits after a separator are thousands. Nine or more digits with spaces between them, as in a phone number, count as one
 * number, which is too large for a count.
 */
export function readNumber(input: string): number | null {
  // Before the digits: a spacing accent would become a space and an accent.
  const plain = withPlainDigits(input.replace(/[´`‘’′]/g, "'")).replace(/\s+/g, ' ')
  const [long] = /\d(?:[ ()/-]*\d){8,}/.exec(plain) ?? []
  if (long) return Number(long.replace(/\D/g, ''))

  const found = numberPattern.exec(plain)
  if (!found) return null
  const [text, whole = '', , fraction = '0'] = found
  const value = Number(`${whole.replace(/\D/g, '')}.${fraction}`)
  const rest = plain.slice(found.index + text.length)
  const [, exponent] = /^e\+?(\d{1,2})(?!\d)/i.exec(rest) ?? []
  const multiplier = exponent
    ? 10 ** Number(exponent)
    : (multipliers.find(([pattern]) => pattern.test(rest))?.[1] ?? 1)
  // Rounded: 1.005 * 1000 is 1004.9999999999999.
  const amount = multiplier === 1 ? value : Math.round(value * multiplier)
  return /^[-\u2212]$/.test(plain.slice(0, found.index)) ? -amount : amount
}
