import { expect, test } from 'vitest'
import {
  formatCount,
  formatDate,
  formatDay,
  formatDaysAgo,
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

test.each([
  [new Date(2026, 10, 22, 0, 1), 'today'],
  [new Date(2026, 10, 21, 23, 59), 'yesterday'],
  [new Date(2026, 10, 20, 12), '2 days ago'],
  // Across a change to or from daylight saving time.
  [new Date(2026, 9, 13, 23), '40 days ago'],
  // The server's clock is ahead.
  [new Date(2026, 10, 23), 'today'],
])('%s is formatted as: %s', (date, words) => {
  expect(formatDaysAgo(date.toISOString(), new Date(2026, 10, 22, 9))).toBe(words)
})

test('an invalid date is formatted as an empty string', () => {
  expect(formatDate('')).toBe('')
  expect(formatMoment('soon')).toBe('')
  expect(formatDay('soon')).toBe('')
  expect(formatDaysAgo('soon')).toBe('')
})
