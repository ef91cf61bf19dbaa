import { expect, test } from 'vitest'
import {
  formatCount,
  formatDate,
  formatDay,
  formatDaysAgo,
  formatUtcDate,
  formatMoment,
} from '../../src/ui/format.ts'

test('the thousands of a count are separated by commas', () => {
  expect([0, 999, 1024, 1_234_567].map(formatCount)).toEqual(['0', '999', '1,024', '1,234,567'])
})

test('a date is formatted in the local time zone', () => {
  const noon = new Date(2026, 10, 20, 16, 5)
  expect(formatDate(noon.toISOString())).toBe('Nov 20, 2026')
  expect(formatMoment(noon.toISOString())).toMatch(/^Nov 20, 2026, 4:05\sPM$/)
})

test('days are counted by the local calendar, also when the clocks change', () => {
  const daysAgo = (...then: [month: number, day: number, hour: number, minute: number]) =>
    formatDaysAgo(new Date(2026, ...then).toISOString(), new Date(2026, 10, 20, 0, 5))
  expect(daysAgo(10, 20, 0, 1)).toBe('today')
  expect(daysAgo(10, 20, 0, 9)).toBe('today')
  expect(daysAgo(10, 21, 0, 9)).toBe('today')
  expect(daysAgo(10, 19, 23, 59)).toBe('yesterday')
  expect(daysAgo(10, 19, 0, 0)).toBe('yesterday')
  expect(daysAgo(10, 18, 23, 59)).toBe('2 days ago')
  // In Europe and America, the clocks change twice in between.
  expect(daysAgo(0, 20, 12, 0)).toBe('304 days ago')
})

test('a day without a time, and a date in UTC, do not depend on the time zone', () => {
  expect(formatDay('2026-11-01')).toBe('Nov 1')
  expect(formatUtcDate('2026-11-20T23:59:59+00:00')).toBe('Nov 20, 2026')
  expect(formatUtcDate('2026-11-20T23:59:59-01:00')).toBe('Nov 21, 2026')
})

test('an invalid date is formatted as an empty string', () => {
  for (const format of [formatDate, formatMoment, formatDay, formatUtcDate]) {
    expect(format('soon')).toBe('')
  }
})
