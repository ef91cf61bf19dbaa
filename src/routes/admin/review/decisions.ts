import type { AdminCommunity } from '../communities/community-queries.ts'
import type { QueuedCommunity } from './queue-queries.ts'
import type { Decision } from './useDecisions.ts'

/** Why a community is in the review queue: the first reason, in the order of the queue. */
export type PendingReason = 'new' | 'resubmitted' | 'changes' | 'groups' | 'reports' | 'place'

export function pendingReason({
  status,
  rejected_version,
  held_at,
  groups_changed_at,
  community_reports,
}: Pick<
  QueuedCommunity,
  'status' | 'rejected_version' | 'held_at' | 'groups_changed_at' | 'community_reports'
>): PendingReason {
  if (status === 'pending') return rejected_version ? 'resubmitted' : 'new'
  if (held_at) return 'changes'
  if (groups_changed_at) return 'groups'
  return community_reports.length > 0 ? 'reports' : 'place'
}

export const pendingReasonLabels = {
  new: 'New',
  resubmitted: 'Resubmitted',
  changes: 'Changes',
  groups: 'Groups',
  reports: 'Reported',
  place: 'Place requested',
} as const satisfies Record<PendingReason, string>

/** Returns when the community entered the queue. */
export const pendingSince = (community: QueuedCommunity): string =>
  community.status === 'pending'
    ? community.created_at
    : (community.held_at ??
      community.groups_changed_at ??
      // The oldest report.
      community.community_reports.at(-1)?.created_at ??
      community.updated_at)

/** Why a community cannot be approved yet, as in the database. */
export const placeRequiredMessage = 'Add the requested place first, or choose another one.'

/** Whether a new community has no place, because its owner requested one. */
export const isWithoutPlace = ({ status, location }: Pick<AdminCommunity, 'status' | 'location'>) =>
  status === 'pending' && location === null

/** Returns the decision that approves what is pending, or null for reports and requested places, which are resolved. */
export function approvalOf(community: AdminCommunity): Decision | null {
  const { status, held_at, groups_changed_at } = community
  if (status === 'pending') return { community, kind: 'approve' }
  if (held_at) return { community, kind: 'accept' }
  return groups_changed_at ? { community, kind: 'confirm', seenAt: groups_changed_at } : null
}

/** Returns the decision that rejects what is pending, or null for changed groups, reports and requested places. */
export function rejectionOf(community: AdminCommunity, reason: string): Decision | null {
  if (community.status === 'pending') return { community, kind: 'reject', reason }
  return community.held_at ? { community, kind: 'decline' } : null
}

/**
 * Returns the row to show after `id` is decided: the next open one, else the previous one.
 *
 * @param isOpen whether a row still needs a decision
 */
export function nextOpen<Row extends { id: string }>(
  rows: readonly Row[],
  id: string,
  isOpen: (row: Row) => boolean,
): Row | undefined {
  const index = rows.findIndex((row) => row.id === id)
  return rows.slice(index + 1).find(isOpen) ?? rows.slice(0, Math.max(index, 0)).findLast(isOpen)
}
