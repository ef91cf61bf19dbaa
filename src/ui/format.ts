/**
 * A whole number with its thousands set apart: '1,024'. Not `toLocaleString`, whose first call holds up a
 * slow phone for a sixth of a second while the browser loads its tables of all languages.
 */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** A count with its noun: '1 member', '1,024 members'. */
export function formatCountOf(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** A database timestamp as a date a person reads, in their own time zone: 'Nov 20, 2026'. */
export function formatDate(timestamp: string): string {
  const date = new Date(timestamp)
  if (Number.isNaN(date.getTime())) return ''
  return `${months[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`
}

/** The same with the time of day: 'Nov 20, 2026, 4:05 PM'. */
export function formatMoment(timestamp: string): string {
  const day = formatDate(timestamp)
  if (!day) return ''
  // Made when it is first needed: the browser's tables of languages take a slow phone 0.1 s to load.
  const time = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit' })
  return `${day}, ${time.format(new Date(timestamp))}`
}

/** A day of the database, such as '2026-11-20', without the year: 'Nov 20'. It is the same in every time zone. */
export function formatDay(day: string): string {
  const [, month, dayOfMonth] = day.split('-').map(Number)
  return month && dayOfMonth ? `${months[month - 1]} ${dayOfMonth}` : ''
}

/** How many calendar days a database timestamp is back, in words: 'today', 'yesterday', '2 days ago'. */
export function formatDaysAgo(timestamp: string, now = new Date()): string {
  // Midnight of either day, as a clock change makes some days shorter.
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  const days = Math.round((midnight(now) - midnight(new Date(timestamp))) / 86_400_000)
  if (Number.isNaN(days)) return ''
  // The server's clock may be ahead of this one.
  if (days <= 0) return 'today'
  return days === 1 ? 'yesterday' : `${days} days ago`
}
