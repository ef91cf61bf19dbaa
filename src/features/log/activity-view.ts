import { readLine, readOneOf, useUrlParams } from '../../lib/url-params.ts'
import type { Enums } from '../../supabase/database.types.ts'
import { allActions } from '../../supabase/rules/actions.ts'
import { maxAdminSearch } from '../admin/admin-view.ts'

export type ActivityFilter = {
  /** Words of the name or email of the person who acted, or whom an entry is about. */
  person: string
  action: Enums<'audit_action'> | null
  /** Days of the local calendar, such as '2026-11-20'. Both are included. */
  from: string | null
  to: string | null
}

const noFilter = { person: '', action: null, from: null, to: null } satisfies ActivityFilter

export const activityParams = Object.keys(noFilter)

/** Returns the filters of the activity log in the URL, and functions to change them. */
export function useActivityView() {
  const { params, setParams } = useUrlParams()
  const change = (changes: Partial<ActivityFilter>) => setParams(changes, { replace: true })
  const filter: ActivityFilter = {
    person: readLine(params, 'person', maxAdminSearch),
    action: readOneOf(params, 'action', allActions),
    from: readDay(params, 'from'),
    to: readDay(params, 'to'),
  }
  return { filter, change, clear: () => change(noFilter) }
}

function readDay(params: URLSearchParams, name: 'from' | 'to'): string | null {
  const text = params.get(name) ?? ''
  return /^\d{4}-\d\d-\d\d$/.test(text) && !isNaN(startOf(text)) ? text : null
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
