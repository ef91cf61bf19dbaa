import { expect, test } from 'vitest'
import { cleanLine, cleanText } from '../../src/lib/clean-text.ts'
import { cleanPhone, isPhone } from '../../src/lib/phone.ts'
import { readablePhones, unreadablePhones } from '../support/phones.ts'
import { dirtyLines, dirtyTexts } from '../support/texts.ts'

test.each([
  ...dirtyLines.map((entry) => [...entry, cleanLine] as const),
  ...dirtyTexts.map((entry) => [...entry, cleanText] as const),
  ...readablePhones.map((entry) => [...entry, cleanPhone] as const),
])('%j is cleaned to %j, and cleaning again changes nothing', (entered, stored, clean) => {
  expect(clean(entered)).toBe(stored)
  expect(clean(stored)).toBe(stored)
})

test('a cleaned phone number is valid, another text is not', () => {
  expect(readablePhones.filter(([, stored]) => !isPhone(stored))).toEqual([])
  expect(unreadablePhones.filter((entered) => isPhone(cleanPhone(entered)))).toEqual([])
})
