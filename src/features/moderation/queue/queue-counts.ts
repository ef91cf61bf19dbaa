import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { formatCount } from '../../../ui/format.ts'
import { pollIntervalMs, type QueueKind, queueKinds } from '../../admin/admin-view.ts'

/** Counts the waiting communities that a search finds, each under its most urgent kind. The counts of all are polled. */
export function queueCounts(search = '') {
  return queryOptions({
    queryKey: ['admin', 'queue', 'counts', search],
    queryFn: ({ signal }) => readCounts(search, signal),
    refetchInterval: search === '' && pollIntervalMs,
  })
}

export type QueueCounts = Awaited<ReturnType<typeof readCounts>>

type Waiting = { kind: QueueKind; count: number; oldest: string }

/** Includes the time of the newest report, because a second report about a community changes no count. */
async function readCounts(search: string, signal: AbortSignal) {
  const [summary, newest] = await Promise.all([
    supabase.rpc('summarize_review_queue', { search }).abortSignal(signal),
    supabase
      .from('community_reports')
      .select('created_at')
      .is('resolved_at', null)
      .order('created_at', { ascending: false })
      .limit(1)
      .abortSignal(signal)
      .maybeSingle(),
  ])
  const rows = unwrap(summary)
  const kinds = queueKinds.flatMap((kind): Waiting[] => {
    const row = rows.find((one) => one.kind === kind)
    return row ? [{ kind, count: row.communities, oldest: row.oldest }] : []
  })
  return {
    /** Those with waiting communities, the most urgent first. */
    kinds,
    all: kinds.reduce((sum, { count }) => sum + count, 0),
    newestReport: unwrap(newest)?.created_at,
  }
}

export const kindLabels: Readonly<Record<QueueKind, string>> = {
  reports: 'Reports',
  appeals: 'Appeals',
  renamed: 'Renamed',
  claims: 'Claims',
  changes: 'Changes',
  new: 'New',
  places: 'Places',
}

/** Returns the number of communities of a kind, or of all. */
export const waitingOf = ({ kinds, all }: QueueCounts, kind: QueueKind | undefined): number =>
  kind ? (kinds.find((one) => one.kind === kind)?.count ?? 0) : all

/** Returns since when the oldest community of a kind, or of all, waits; undefined if all owners are suspended. */
export const oldestOfKind = ({ kinds }: QueueCounts, kind: QueueKind | undefined) =>
  kinds
    .filter((one) => !kind || one.kind === kind)
    .map(({ oldest }) => oldest)
    .filter(Boolean)
    .toSorted((one, other) => Date.parse(one) - Date.parse(other))[0]

/** Returns 'Reports 2, New 8', for example. */
export const describeCounts = ({ kinds }: QueueCounts): string =>
  kinds.map(({ kind, count }) => `${kindLabels[kind]} ${formatCount(count)}`).join(', ')
