import { queryOptions } from '@tanstack/react-query'
import { findBlock, hasBlock, isLinkDead } from '../../community/blocks.ts'
import { adminColumns, heldValues } from '../../community/fields.ts'
import { isUuid } from '../../../lib/uuid.ts'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { readByIds } from '../../../supabase/read-all.ts'
import { pageLoadTime } from '../../data/query-client.ts'
import { formatCount, formatCountOf } from '../../../ui/format.ts'
import type { RowOf } from '../../../supabase/row-of.ts'
import { pollIntervalMs, rowsPerPage } from '../../admin/admin-view.ts'

/* Query keys of the admin screen begin with 'admin', so that one call reloads everything. */

/** The columns of a community under review, with its open reports, appeals and claims if the query leaves out the others. */
const queueColumns =
  `${adminColumns}, community_groups (id, name, description), community_reports (reason, comment, created_at), appeals (id, decision, message, created_at), claims (id, review_from)` as const

export const queueCounts = queryOptions({
  queryKey: ['admin', 'queue', 'counts'],
  queryFn: ({ signal }) => readCounts(signal),
  refetchInterval: pollIntervalMs,
})

export type QueueCounts = Awaited<ReturnType<typeof readCounts>>

/**
 * Counts the waiting communities, each under its most urgent reason: reports, an appeal, a renamed group, a claim, changes, pending
 * and a requested place. Includes the time of the newest report, because a second report about a community changes no count.
 */
async function readCounts(signal: AbortSignal) {
  const [counts, newest] = await Promise.all([
    supabase.rpc('count_review_queue').abortSignal(signal).single(),
    supabase
      .from('community_reports')
      .select('created_at')
      .is('resolved_at', null)
      .order('created_at', { ascending: false })
      .limit(1)
      .abortSignal(signal)
      .maybeSingle(),
  ])
  const { links_changed, held, groups_changed, places_requested, ...others } = unwrap(counts)
  const changed = links_changed + held + groups_changed
  const { reported, appealed, renamed, claimed, pending } = others
  return {
    ...others,
    changed,
    requested: places_requested,
    all: reported + appealed + renamed + claimed + changed + pending + places_requested,
    newestReport: unwrap(newest)?.created_at,
  }
}

/** Returns '8 pending, 3 with changes', for example. */
export function describeCounts(counts: QueueCounts): string {
  const { reported, appealed, renamed, claimed, requested } = counts
  const parts = [
    `${formatCount(counts.pending)} pending`,
    `${formatCount(counts.changed)} with changes`,
  ]
  if (reported > 0) parts.push(`${formatCount(reported)} reported`)
  if (appealed > 0) parts.push(formatCountOf(appealed, 'appeal', 'appeals'))
  if (renamed > 0) parts.push(`${formatCount(renamed)} renamed`)
  if (claimed > 0) parts.push(formatCountOf(claimed, 'claim', 'claims'))
  if (requested > 0) parts.push(formatCountOf(requested, 'place requested', 'places requested'))
  return parts.join(', ')
}

/** The most urgent first, then the oldest first. Reports come without their authors. */
export function queuePage(page: number) {
  return queryOptions({
    queryKey: ['admin', 'queue', 'page', page],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase
          .rpc('list_review_queue', { page, page_size: rowsPerPage })
          .select(queueColumns)
          .is('community_reports.resolved_at', null)
          .is('appeals.closed_at', null)
          .is('claims.outcome', null)
          .lte('claims.review_from', 'now')
          .order('review_from', { referencedTable: 'claims' })
          .order('created_at', { referencedTable: 'community_reports', ascending: false })
          .abortSignal(signal),
      ),
    staleTime: pageLoadTime,
  })
}

export type QueuedCommunity = RowOf<typeof queuePage>

/** Selects communities as the review queue shows them, in any status. */
const selectAsQueued = () =>
  supabase
    .from('communities')
    .select(queueColumns)
    .is('community_reports.resolved_at', null)
    .is('appeals.closed_at', null)
    .is('claims.outcome', null)
    .lte('claims.review_from', 'now')
    .order('created_at', { referencedTable: 'community_reports', ascending: false })

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
  'community_groups' | 'community_reports' | 'appeals' | 'claims'
>

type PendingReason = keyof typeof pendingReasonLabels

const pendingReasonLabels = {
  reports: 'Reported',
  appeal: 'Appeal',
  renamed: 'Renamed on WhatsApp',
  claim: 'Claimed',
  link: 'New link',
  changes: 'Changes',
  groups: 'Groups',
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
  if (community.held_at) {
    return isLinkDead(community) && heldValues(community)['whatsapp_link'] ? 'link' : 'changes'
  }
  if (community.groups_changed_at) return 'groups'
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
