import { expect, test } from 'vitest'
import {
  formatCount,
  formatDate,
  formatDay,
  formatUtcDate,
  formatMoment,
} from '../../src/ui/format.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [1024, '1,024'],
  [1_234_567, '1,234,567'],
  [10_000_000, '10,000,000'],
])('%i is formatted as %s', (count, formatted) => {
  expect(formatCount(count)).toBe(formatted)
})

test('a date is formatted in the local time zone', () => {
  const noon = new Date(2026, 10, 20, 16, 5)
  expect(formatDate(noon.toISOString())).toBe('Nov 20, 2026')
  expect(formatMoment(noon.toISOString())).toMatch(/^Nov 20, 2026, 4:05\sPM$/)
})

test('a day without a time is the same day in every time zone', () => {
  expect(formatDay('2026-11-01')).toBe('Nov 1')
})

test('a date in UTC does not depend on the time zone', () => {
  expect(formatUtcDate('2026-11-20T23:59:59+00:00')).toBe('Nov 20, 2026')
  expect(formatUtcDate('2026-11-20T23:59:59-01:00')).toBe('Nov 21, 2026')
})

test('an invalid date is formatted as an empty string', () => {
  expect(formatDate('')).toBe('')
  expect(formatMoment('soon')).toBe('')
  expect(formatDay('soon')).toBe('')
  expect(formatUtcDate('soon')).toBe('')
})
