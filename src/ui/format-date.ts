const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })
const moment = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})
// A day without a time has no time zone either: read as midnight of UTC, it must not become the day before.
const dayOfYear = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** A database timestamp as a date a person reads, in their own time zone: 'Nov 20, 2026'. */
export function formatDate(timestamp: string): string {
  return formatWith(day, timestamp)
}

/** The same with the time of day: 'Nov 20, 2026, 4:05 PM'. */
export function formatMoment(timestamp: string): string {
  return formatWith(moment, timestamp)
}

/** A day of the database, such as '2026-11-20', without the year: 'Nov 20'. */
export function formatDay(date: string): string {
  return formatWith(dayOfYear, date)
}

function formatWith(format: Intl.DateTimeFormat, timestamp: string): string {
  const date = new Date(timestamp)
  return Number.isNaN(date.getTime()) ? '' : format.format(date)
}
