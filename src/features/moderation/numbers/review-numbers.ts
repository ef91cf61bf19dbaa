import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'

export const periods = ['7', '30'] as const
export type Period = (typeof periods)[number]

/** Reads the numbers of the queue now and of the last days. Not under 'admin': decisions must not reload them. */
export function reviewNumbers(days: Period) {
  return queryOptions({
    queryKey: ['review numbers', days],
    queryFn: async ({ signal }) => {
      const called = supabase.rpc('list_review_numbers', { days: Number(days) })
      const rows = unwrap(await called.abortSignal(signal))
      const of = (kind: string) => rows.filter((row) => row.kind === kind)
      const appeals = (outcome: string) =>
        of('appeals').find(({ name }) => name === outcome)?.amount ?? 0
      return {
        waiting: of('waiting'),
        /** In seconds. */
        decisionTime: of('decision time')[0]?.amount,
        admins: of('admin'),
        accepted: appeals('accepted'),
        declined: appeals('declined'),
      }
    },
    staleTime: 60_000,
  })
}

const reasonLabels = new Map([
  ['reported', 'Reports'],
  ['appealed', 'Appeals'],
  ['renamed', 'Renamed on WhatsApp'],
  ['claimed', 'Claims'],
  ['link_changed', 'New links'],
  ['held', 'Changes'],
  ['groups_changed', 'Groups'],
  ['pending', 'New'],
  ['imported', 'Imported'],
  ['place_requested', 'Places requested'],
])

/** Returns what waits, for a reason of the database. */
export const labelOfReason = (reason: string): string => reasonLabels.get(reason) ?? reason
