import { formatCountOf } from '../../../ui/format.ts'

const units = [
  [86_400, 'day', 'days'],
  [3600, 'hour', 'hours'],
  [60, 'minute', 'minutes'],
] as const

/** Returns a time in words: '3 hours', '2 days', 'less than a minute'. Rounds down, and days from the second one on. */
export function formatDuration(seconds: number): string {
  const unit = units.find(([length, one]) => seconds >= (one === 'day' ? 2 * length : length))
  if (!unit) return 'less than a minute'
  const [length, one, many] = unit
  return formatCountOf(Math.floor(seconds / length), one, many)
}

/** Returns in words how long ago a database timestamp was. */
export const formatAge = (timestamp: string): string =>
  formatDuration((Date.now() - Date.parse(timestamp)) / 1000)
