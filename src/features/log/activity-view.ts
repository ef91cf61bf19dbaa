import { createParser, parseAsStringLiteral, useQueryStates } from 'nuqs'
import type { Enums } from '../../supabase/database.types.ts'
import { allActions } from '../../supabase/rules/actions.ts'
import { searchParser } from '../admin/admin-view.ts'

export type ActivityFilter = {
  /** Words of the name or email of the person who acted, or whom an entry is about. */
  person: string
  action: Enums<'audit_action'> | null
  /** Days of the local calendar, such as '2026-11-20'. Both are included. */
  from: string | null
  to: string | null
}

const day = createParser({
  parse: (text) => (/^\d{4}-\d\d-\d\d$/.test(text) && !isNaN(startOf(text)) ? text : null),
  serialize: String,
})

const params = {
  person: searchParser.withDefault(''),
  action: parseAsStringLiteral(allActions),
  from: day,
  to: day,
}

export const activityParams = Object.keys(params)

/** Returns the filters of the activity log in the URL, and functions to change them. */
export function useActivityView() {
  const [filter, setFilter] = useQueryStates(params, { history: 'replace', shallow: false })
  return {
    filter,
    change: (changes: Partial<ActivityFilter>) => void setFilter(changes),
    clear: () => void setFilter(null),
  }
}

/** Returns the first moment of the period of a filter and the first one after it. */
export function periodOf({ from, to }: Pick<ActivityFilter, 'from' | 'to'>) {
  return {
    since: from ? new Date(startOf(from)).toISOString() : undefined,
    until: to ? new Date(startOf(to, 1)).toISOString() : undefined,
  }
}

/** Returns the midnight that begins a day of the local calendar, or a later one; NaN for an invalid date. */
function startOf(date: string, daysLater = 0): number {
  const start = new Date(`${date}T00:00:00`)
  return start.setDate(start.getDate() + daysLater)
}
