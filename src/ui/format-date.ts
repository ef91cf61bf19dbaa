const format = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })

/** A database timestamp as a date a person reads, in their own time zone: 'Nov 20, 2026'. */
export function formatDate(timestamp: string): string {
  const date = new Date(timestamp)
  return Number.isNaN(date.getTime()) ? '' : format.format(date)
}
