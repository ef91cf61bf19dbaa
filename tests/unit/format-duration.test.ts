import { expect, test } from 'vitest'
import { formatDuration } from '../../src/features/moderation/numbers/format-duration.ts'

test.each([
  [0, 'less than a minute'],
  [60, '1 minute'],
  [3599, '59 minutes'],
  [3 * 3600 + 1800, '3 hours'],
  [47 * 3600, '47 hours'],
  [48 * 3600, '2 days'],
  [-5, 'less than a minute'],
])('%i seconds are %s', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words)
})
