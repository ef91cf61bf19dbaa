import { queryOptions } from '@tanstack/react-query'
import { communityColumns } from '../../../communities/fields.ts'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { pageLoadTime } from '../../../supabase/query-client.ts'
import { formatCount, formatCountOf } from '../../../ui/format.ts'
import type { RowOf } from '../../../supabase/row-of.ts'
import { rowsPerPage } from '../admin-view.ts'

/* Query keys of the admin screen begin with 'admin', so that one call reloads everything. */

/** The columns of every community that admins read. */
export const adminColumns =
  `${communityColumns}, rejected_version, approved_groups, groups_changed_at, groups_updated_at, community_links (state), place:places!communities_location_fkey (country), owner:profiles!communities_owner_id_fkey (name, email, sign_in_email)` as const

/** The columns of a community under review, with its open reports if the query leaves out the others. */
export const queueColumns =
  `${adminColumns}, community_groups (id, name, description), community_reports (reason, comment, created_at)` as const

/** Milliseconds between polls for changes by other admins and owners. */
export const pollIntervalMs = 15_000

/**
 * Counts pending communities, and approved ones with changes, with only reports and with only a requested place.
 * Includes the time of the newest report, because a second report about a community changes no count.
 */
export const queueCounts = queryOptions({
  queryKey: ['admin', 'queue', 'counts'],
  queryFn: async ({ signal }) => {
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
    const { pending, held, groups_changed, reported, places_requested } = unwrap(counts)
    const changed = held + groups_changed
    return {
      pending,
      changed,
      reported,
      requested: places_requested,
      all: pending + changed + reported + places_requested,
      newestReport: unwrap(newest)?.created_at,
    }
  },
  refetchInterval: pollIntervalMs,
})

export type QueueCounts = {
  pending: number
  changed: number
  reported: number
  requested: number
  all: number
}

/** Returns '8 pending, 3 with changes', for example. */
export function describeCounts({ pending, changed, reported, requested }: QueueCounts): string {
  const parts = [`${formatCount(pending)} pending`, `${formatCount(changed)} with changes`]
  if (reported > 0) parts.push(`${formatCount(reported)} reported`)
  if (requested > 0) parts.push(formatCountOf(requested, 'place requested', 'places requested'))
  return parts.join(', ')
}

/** Pending communities first, then the oldest first. Reports come without their authors. */
export function queuePage(page: number) {
  return queryOptions({
    queryKey: ['admin', 'queue', 'page', page],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase
          .rpc('list_review_queue', { page, page_size: rowsPerPage })
          .select(queueColumns)
          .is('community_reports.resolved_at', null)
          .order('created_at', { referencedTable: 'community_reports', ascending: false })
          .abortSignal(signal),
      ),
    staleTime: pageLoadTime,
  })
}

export type QueuedCommunity = RowOf<typeof queuePage>

/** A community as admins read it in the table, too. */
export type AdminCommunity = Omit<QueuedCommunity, 'community_groups' | 'community_reports'>

/** Why a community is in the queue: the first reason, in the order of the queue. */
type PendingReason = 'new' | 'resubmitted' | 'changes' | 'groups' | 'reports' | 'place'

export function pendingReason(community: QueuedCommunity): PendingReason {
  if (community.status === 'pending') return community.rejected_version ? 'resubmitted' : 'new'
  if (community.held_at) return 'changes'
  if (community.groups_changed_at) return 'groups'
  return community.community_reports.length > 0 ? 'reports' : 'place'
}

export const pendingReasonLabels = {
  new: 'New',
  resubmitted: 'Resubmitted',
  changes: 'Changes',
  groups: 'Groups',
  reports: 'Reported',
  place: 'Place requested',
} as const satisfies Record<PendingReason, string>

export const pendingSince = (community: QueuedCommunity): string =>
  community.status === 'pending'
    ? community.created_at
    : (community.held_at ??
      community.groups_changed_at ??
      // The oldest report.
      community.community_reports.at(-1)?.created_at ??
      community.updated_at)
