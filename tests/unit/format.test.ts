import { expect, test } from 'vitest'
import { formatCount } from '../../src/ui/format-count.ts'
import { formatDate, formatDay, formatMoment } from '../../src/ui/format-date.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [1024, '1,024'],
  [1_234_567, '1,234,567'],
  [10_000_000, '10,000,000'],
])('%i is written as %s', (count, written) => {
  expect(formatCount(count)).toBe(written)
})

test('a date is one of the reader’s own day', () => {
  const noon = new Date(2026, 10, 20, 16, 5)
  expect(formatDate(noon.toISOString())).toBe('Nov 20, 2026')
  expect(formatMoment(noon.toISOString())).toMatch(/^Nov 20, 2026, 4:05\sPM$/)
})

test('a day of the database is the same day everywhere', () => {
  expect(formatDay('2026-11-01')).toBe('Nov 1')
})

test('what is no date is left out', () => {
  expect(formatDate('')).toBe('')
  expect(formatMoment('soon')).toBe('')
  expect(formatDay('soon')).toBe('')
})
