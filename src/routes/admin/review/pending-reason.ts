import type { AdminCommunity } from '../communities/community-queries.ts'
import type { QueuedCommunity } from './queue-queries.ts'
import type { Decision } from './useDecisions.ts'

/** Why a community is in the review queue. 'reports' only when there is no other reason. */
export type PendingReason = 'new' | 'resubmitted' | 'changes' | 'groups' | 'reports'

export function pendingReason({
  status,
  rejected_version,
  held_at,
  groups_changed_at,
}: Pick<
  AdminCommunity,
  'status' | 'rejected_version' | 'held_at' | 'groups_changed_at'
>): PendingReason {
  if (status === 'pending') return rejected_version ? 'resubmitted' : 'new'
  if (held_at) return 'changes'
  return groups_changed_at ? 'groups' : 'reports'
}

export const pendingReasonLabels = {
  new: 'New',
  resubmitted: 'Resubmitted',
  changes: 'Changes',
  groups: 'Groups',
  reports: 'Reported',
} as const satisfies Record<PendingReason, string>

/** Returns when the community entered the queue. */
export const pendingSince = (community: QueuedCommunity): string =>
  community.status === 'pending'
    ? community.created_at
    : (community.held_at ??
      community.groups_changed_at ??
      // The oldest report.
      community.community_reports.at(-1)?.created_at ??
      community.created_at)

/** Returns the decision that approves what is pending, or null for reports, which are resolved instead. */
export function approvalOf(community: AdminCommunity): Decision | null {
  const { status, held_at, groups_changed_at } = community
  if (status === 'pending') return { community, kind: 'approve' }
  if (held_at) return { community, kind: 'accept' }
  return groups_changed_at ? { community, kind: 'confirm', seenAt: groups_changed_at } : null
}

/** Returns the decision that rejects what is pending, or null for changed groups and reports. */
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
