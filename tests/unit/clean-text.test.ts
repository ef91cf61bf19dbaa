import { expect, test } from 'vitest'
import { cleanLine, cleanText } from '../../src/lib/clean-text.ts'
import { dirtyLines, dirtyTexts } from '../support/texts.ts'

test.each([
  ...dirtyLines.map((entry) => [...entry, cleanLine] as const),
  ...dirtyTexts.map((entry) => [...entry, cleanText] as const),
])('%j is cleaned to %j, and cleaning again changes nothing', (entered, stored, clean) => {
  expect(clean(entered)).toBe(stored)
  expect(clean(stored)).toBe(stored)
})
