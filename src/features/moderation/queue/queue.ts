import { hashKey, queryOptions } from '@tanstack/react-query'
import { findBlock, hasBlock } from '../../community/blocks.ts'
import { isUuid } from '../../../lib/uuid.ts'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { readByIds } from '../../../supabase/read-all.ts'
import { pageLoadTime } from '../../data/query-client.ts'
import type { RowOf } from '../../../supabase/row-of.ts'
import type { QueueView } from '../../admin/admin-view.ts'
import { queueColumns } from './queue-columns.ts'

/* Query keys of the admin screen begin with 'admin', so that one call reloads everything. */

/** Which communities the queue lists, and in which order. */
export type QueueFilter = Pick<QueueView, 'kind' | 'importId' | 'search' | 'sort'>

/** As the queue opens. */
export const wholeQueue: QueueView = {
  tab: 'queue',
  kind: undefined,
  importId: undefined,
  search: '',
  sort: 'urgent',
  isListOpen: false,
}

/** The first communities of the queue, and whether they are all. Reports come without their authors. */
export function queueList({ kind, importId, search, sort }: QueueFilter, size: number) {
  const filter = { kind, search, sort, import_id: importId }
  const key = [...queueLists.queryKey, filter] as const
  return queryOptions({
    queryKey: [...key, size] as const,
    queryFn: async ({ signal }) => {
      const waiting = supabase.rpc('list_review_queue', { ...filter, page_size: size })
      const rows = unwrap(await onlyOpen(waiting.select(queueColumns)).abortSignal(signal))
      return { rows, isComplete: rows.length < size }
    },
    // The rows of a shorter list stay, those of another filter don't.
    placeholderData: (shown, query) =>
      query && hashKey(query.queryKey.slice(0, -1)) === hashKey(key) ? shown : undefined,
    staleTime: pageLoadTime,
  })
}

/** Matches the lists of all filters. */
export const queueLists = { queryKey: ['admin', 'queue', 'list'] } as const

export type QueuedCommunity = RowOf<typeof communitiesById>

/** Leaves out the reports, appeals and claims that are decided or that the owner still answers. */
const onlyOpen = <Query extends Embedding<Query>>(query: Query): Query =>
  query
    .is('community_reports.resolved_at', null)
    .is('appeals.closed_at', null)
    .is('claims.outcome', null)
    .lte('claims.review_from', 'now')
    .order('review_from', { referencedTable: 'claims' })
    .order('created_at', { referencedTable: 'community_reports', ascending: false })
    .order('created_at', { referencedTable: 'admin_notes', ascending: false })

type Embedding<Query> = {
  is: (column: string, value: null) => Query
  lte: (column: string, value: string) => Query
  order: (column: string, options: { referencedTable: string; ascending?: boolean }) => Query
}

/** Selects communities as the review queue shows them, in any status. */
const selectAsQueued = () => onlyOpen(supabase.from('communities').select(queueColumns))

/** Reads a community as the review queue does; null if it is gone. */
export function communityDetails(id: string) {
  return queryOptions({
    queryKey: ['admin', 'community', id],
    queryFn: async ({ signal }) =>
      // The URL was edited by hand.
      isUuid(id)
        ? unwrap(await selectAsQueued().eq('id', id).abortSignal(signal).maybeSingle())
        : null,
  })
}

/** Reads communities by their ids, as the queue does. Those that were deleted are missing. */
export function communitiesById(ids: readonly string[]) {
  return queryOptions({
    queryKey: ['admin', 'queue', 'by id', ids],
    queryFn: ({ signal }) =>
      readByIds(ids, async (some) =>
        unwrap(await selectAsQueued().in('id', some).abortSignal(signal)),
      ),
    // An old state of the same communities would count as the current one.
    gcTime: 0,
  })
}

/** A community as admins read it in the table, too. */
export type AdminCommunity = Omit<
  QueuedCommunity,
  'community_groups' | 'community_reports' | 'appeals' | 'claims' | 'admin_notes'
>

type PendingReason = keyof typeof pendingReasonLabels

const pendingReasonLabels = {
  reports: 'Reported',
  appeal: 'Appeal',
  renamed: 'Renamed on WhatsApp',
  claim: 'Claimed',
  changes: 'Changes',
  name: 'New name',
  new: 'New',
  resubmitted: 'Resubmitted',
  place: 'Place requested',
} as const

/** Returns the most urgent reason why a community is in the queue, as in the database. */
export function pendingReason(community: QueuedCommunity): PendingReason {
  if (isReported(community)) return 'reports'
  if (openAppeal(community)) return 'appeal'
  if (isRenamed(community)) return 'renamed'
  if (openClaim(community)) return 'claim'
  return pendingContent(community) ?? 'place'
}

/** Whether the community is in the queue, as in private.review_queue. */
export const isWaiting = (community: QueuedCommunity): boolean =>
  pendingReason(community) !== 'place' ||
  (community.status === 'approved' && community.requested_place !== null)

/** Returns what an admin has to approve or reject; null if nothing of the content is waiting. */
export function pendingContent(community: QueuedCommunity) {
  if (community.status === 'pending') return community.rejected_version ? 'resubmitted' : 'new'
  if (community.held_at || community.groups_changed_at) return 'changes'
  return community.name_changed_at ? 'name' : null
}

/** Whether an admin has to decide about the new name of the WhatsApp group of an approved community. */
export const isRenamed = (community: QueuedCommunity): boolean =>
  community.status === 'approved' &&
  !hasBlock(community, 'admin') &&
  (Boolean(community.community_links?.renamed_at) || hasBlock(community, 'renamed'))

export type OpenAppeal = QueuedCommunity['appeals'][number]

/** At most one appeal per community is open. */
export const openAppeal = ({ appeals }: QueuedCommunity): OpenAppeal | undefined => appeals[0]

/** The claim to decide first. */
export const openClaim = ({ claims }: QueuedCommunity) => claims[0]

/**
 * Reports of a community that is pending or rejected are not urgent: visitors don't see it. The reporters of a hidden one may
 * have deleted their accounts.
 */
export const isReported = (community: QueuedCommunity): boolean =>
  community.status === 'approved' &&
  (community.community_reports.length > 0 || hasBlock(community, 'reports'))

/** Returns 'Reported by 3' or 'Changes', for example. */
export function describePendingReason(community: QueuedCommunity): string {
  const reason = pendingReason(community)
  const reports = community.community_reports.length
  return reason === 'reports' && reports > 0
    ? `Reported by ${reports}`
    : pendingReasonLabels[reason]
}

export function pendingSince(community: QueuedCommunity): string {
  const reason = pendingReason(community)
  // The oldest report.
  if (reason === 'reports') {
    const oldest = community.community_reports.at(-1)?.created_at
    return oldest ?? findBlock(community, 'reports')?.since ?? ''
  }
  if (reason === 'appeal') return openAppeal(community)?.created_at ?? ''
  if (reason === 'renamed') {
    const { renamed_at } = community.community_links ?? {}
    return renamed_at ?? findBlock(community, 'renamed')?.since ?? ''
  }
  if (reason === 'claim') return openClaim(community)?.review_from ?? ''
  return community.status === 'pending'
    ? community.created_at
    : (community.held_at ??
        community.groups_changed_at ??
        community.name_changed_at ??
        community.updated_at)
}
