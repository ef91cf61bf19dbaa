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

test.each([
  [new Date(2026, 10, 22, 0, 1), 'today'],
  [new Date(2026, 10, 21, 23, 59), 'yesterday'],
  [new Date(2026, 10, 20, 12), '2 days ago'],
  // Weeks in which many clocks changed.
  [new Date(2026, 9, 13, 23), '40 days ago'],
  // By a clock that is ahead.
  [new Date(2026, 10, 23), 'today'],
])('%s is so long ago: %s', (date, words) => {
  expect(formatDaysAgo(date.toISOString(), new Date(2026, 10, 22, 9))).toBe(words)
})

test('what is no date is left out', () => {
  expect(formatDate('')).toBe('')
  expect(formatMoment('soon')).toBe('')
  expect(formatDay('soon')).toBe('')
  expect(formatDaysAgo('soon')).toBe('')
})
