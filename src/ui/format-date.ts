const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })
const moment = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** A database timestamp as a date a person reads, in their own time zone: 'Nov 20, 2026'. */
export function formatDate(timestamp: string): string {
  return formatWith(day, timestamp)
}

/** The same with the time of day: 'Nov 20, 2026, 4:05 PM'. */
export function formatMoment(timestamp: string): string {
  return formatWith(moment, timestamp)
}

function formatWith(format: Intl.DateTimeFormat, timestamp: string): string {
  const date = new Date(timestamp)
  return Number.isNaN(date.getTime()) ? '' : format.format(date)
}
