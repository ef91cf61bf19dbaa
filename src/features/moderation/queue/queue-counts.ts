import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { pendingReason, pendingSince, type QueuedCommunity } from './queue.ts'
import { formatCount } from '../../../ui/format.ts'
import { pageLoadTime } from '../../data/query-client.ts'
import {
  pollIntervalMs,
  type QueueKind,
  queueKinds,
  type QueueView,
} from '../../admin/admin-view.ts'

/** What is counted: what a search finds, and of the imports only one. */
type Filter = Pick<QueueView, 'search' | 'importId'>

/** Counts the waiting communities, each under its most urgent kind. The counts of all are polled. */
export function queueCounts({ search, importId }: Filter = { search: '', importId: undefined }) {
  return queryOptions({
    queryKey: ['admin', 'queue', 'counts', search, importId],
    queryFn: ({ signal }) => readCounts({ search, importId }, signal),
    staleTime: pageLoadTime,
    refetchInterval: search === '' && !importId && pollIntervalMs,
  })
}

export type QueueCounts = Awaited<ReturnType<typeof readCounts>>

type Waiting = {
  kind: QueueKind
  /** An import is one item. */
  items: number
  communities: number
  oldest: string
}

/** Includes the time of the newest report, because a second report about a community changes no count. */
async function readCounts({ search, importId }: Filter, signal: AbortSignal) {
  const [summary, newest] = await Promise.all([
    supabase.rpc('summarize_review_queue', { search, import_id: importId }).abortSignal(signal),
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
    return row ? [{ ...row, kind }] : []
  })
  return {
    /** Those with waiting communities, the most urgent first. */
    kinds,
    /** A search finds the communities of imports, too, each by itself. */
    all: kinds.reduce((sum, one) => sum + (search ? one.communities : one.items), 0),
    newestReport: unwrap(newest)?.created_at,
    isEstimate: false,
  }
}

const kindsOf = {
  reports: 'reports',
  appeal: 'appeals',
  renamed: 'renamed',
  claim: 'claims',
  changes: 'changes',
  name: 'changes',
  new: 'new',
  resubmitted: 'new',
  place: 'places',
} as const satisfies Record<ReturnType<typeof pendingReason>, QueueKind>

/**
 * Returns the counts once communities that waited, `before`, do not or for another reason, `after`. They are no imports. The
 * next poll replaces the counts.
 */
export function moveCounts(
  counts: QueueCounts,
  before: readonly QueuedCommunity[],
  after: readonly QueuedCommunity[],
): QueueCounts {
  const kinds = queueKinds.flatMap((kind): Waiting[] => {
    const isKind = (row: QueuedCommunity) => kindsOf[pendingReason(row)] === kind
    const arrived = after.filter(isKind)
    const change = arrived.length - before.filter(isKind).length
    const {
      items = 0,
      communities = 0,
      oldest,
    } = counts.kinds.find((one) => one.kind === kind) ?? {}
    if (items + change <= 0) return []
    return [
      {
        kind,
        items: items + change,
        communities: communities + change,
        oldest: oldest ?? arrived.map(pendingSince).toSorted()[0] ?? '',
      },
    ]
  })
  const all = Math.max(counts.all + after.length - before.length, 0)
  return { ...counts, kinds, all, isEstimate: true }
}

export const kindLabels: Readonly<Record<QueueKind, string>> = {
  reports: 'Reports',
  appeals: 'Appeals',
  renamed: 'Renamed',
  claims: 'Claims',
  changes: 'Changes',
  new: 'New',
  imports: 'Imports',
  places: 'Places',
}

/** Returns the number of items of a kind, or of all. */
export const waitingOf = (
  { kinds, all }: Pick<QueueCounts, 'kinds' | 'all'>,
  kind: QueueKind | undefined,
): number => (kind ? (kinds.find((one) => one.kind === kind)?.items ?? 0) : all)

/** How many communities the order by risk compares, as in private.count_risk_signals. The others follow by urgency. */
export const maxSortedByRisk = 300

/** Returns how many communities the queue lists. The whole queue leaves out those of imports. */
export function listedOf(
  { kinds, all }: QueueCounts,
  { kind, search }: Pick<QueueView, 'kind' | 'search'>,
): number {
  const imports = kinds.find((one) => one.kind === 'imports')
  if (kind === 'imports') return imports?.communities ?? 0
  if (kind) return waitingOf({ kinds, all }, kind)
  return search ? all : all - (imports?.items ?? 0)
}

/** Returns '3 of 27', for example. The counts may be older than the rows. */
export function describePosition(index: number, counts: QueueCounts, view: QueueView): string {
  const total = Math.max(listedOf(counts, view), index + 1)
  return `${formatCount(index + 1)} of ${formatCount(total)}`
}

/** Returns since when the oldest community of a kind, or of all, waits; undefined if all owners are suspended. */
export const oldestOfKind = ({ kinds }: QueueCounts, kind: QueueKind | undefined) =>
  kinds
    .filter((one) => !kind || one.kind === kind)
    .map(({ oldest }) => oldest)
    .filter(Boolean)
    .toSorted((one, other) => Date.parse(one) - Date.parse(other))[0]

/** Returns 'Reports 2, New 8', for example. */
export const describeCounts = ({ kinds }: QueueCounts): string =>
  kinds.map(({ kind, items }) => `${kindLabels[kind]} ${formatCount(items)}`).join(', ')
