import type { AdminCommunity } from '../communities/community-queries.ts'
import type { QueuedCommunity } from './queue-queries.ts'
import type { Decision } from './useDecisions.ts'

/**
 * Why a community waits for a decision. 'reports' comes last: a community that also waits for something else
 * shows that reason, and its reports stay open until they are resolved.
 */
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

/** When it began to wait. */
export const pendingSince = (community: QueuedCommunity): string =>
  community.status === 'pending'
    ? community.created_at
    : (community.held_at ??
      community.groups_changed_at ??
      // Newest first.
      community.community_reports.at(-1)?.created_at ??
      community.created_at)

/**
 * The decision that a reviewer means by approving or rejecting whatever waits: held changes are
 * accepted or declined, changed groups confirmed. Groups are live already, so there is nothing to reject
 * about them: then it is null, and editing is what helps. Reports are about what is approved already, and are
 * resolved in a way of their own. A reason goes with rejections alone.
 */
export function decisionOn(
  community: AdminCommunity,
  choice: 'approve' | 'reject',
  reason?: string,
): Decision | null {
  const waits = pendingReason(community)
  if (waits === 'reports') return null
  if (waits === 'groups') return choice === 'approve' ? { community, kind: 'confirm' } : null
  if (waits === 'changes') {
    return { community, kind: choice === 'approve' ? 'accept' : 'decline' }
  }
  return { community, kind: choice, ...(choice === 'reject' && { reason }) }
}

/**
 * The row to look at once `id` is decided: the next one that waits, else the one before.
 *
 * @param isOpen whether a row still waits for a decision
 */
export function nextOpen<Row extends { id: string }>(
  rows: readonly Row[],
  id: string,
  isOpen: (row: Row) => boolean,
): Row | undefined {
  const index = rows.findIndex((row) => row.id === id)
  return rows.slice(index + 1).find(isOpen) ?? rows.slice(0, Math.max(index, 0)).findLast(isOpen)
}
