/** Returns '1,024' for 1024. Not `toLocaleString`: its first call blocks a slow phone for about 160 ms. */
export const formatCount = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/** Returns a count with its noun: '1 member', '1,024 members'. */
export const formatCountOf = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** Returns the date of a database timestamp in the local time zone: 'Nov 20, 2026'. */
export function formatDate(timestamp: string): string {
  const date = new Date(timestamp)
  if (Number.isNaN(date.getTime())) return ''
  return `${months[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`
}

/**
 * Returns the date of a database timestamp in UTC: 'Nov 20, 2026'. Unlike the local date, it is the same in a prerendered
 * page and in every browser.
 */
export function formatUtcDate(timestamp: string): string {
  const date = new Date(timestamp)
  if (Number.isNaN(date.getTime())) return ''
  return `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
}

/** Returns the date and time of a database timestamp in the local time zone: 'Nov 20, 2026, 4:05 PM'. */
export function formatMoment(timestamp: string): string {
  const day = formatDate(timestamp)
  if (!day) return ''
  // Not at module level: creating it takes a slow phone 100 ms.
  const time = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit' })
  return `${day}, ${time.format(new Date(timestamp))}`
}

/** Returns 'Nov 20' for the database date '2026-11-20', in every time zone. */
export function formatDay(day: string): string {
  const [, month, dayOfMonth] = day.split('-').map(Number)
  return month && dayOfMonth ? `${months[month - 1]} ${dayOfMonth}` : ''
}
