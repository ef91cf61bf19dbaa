import { expect, test } from 'vitest'
import {
  formatCount,
  formatDate,
  formatDay,
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
