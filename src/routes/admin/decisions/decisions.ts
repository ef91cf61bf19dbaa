import pMap from 'p-map'
import type { AdminCommunity, WaitingCommunity } from '../community-queries.ts'

/**
 * Approve and reject are for pending communities, accept and decline for held changes of approved ones,
 * confirm for groups that are live already, resolve for what visitors reported.
 */
export type DecisionKind = 'approve' | 'reject' | 'accept' | 'decline' | 'confirm' | 'resolve'

export type Decision = {
  kind: DecisionKind
  community: AdminCommunity
  /** Shown to the owner; rejections only. */
  reason?: string
  /** When the newest of the reports on view was made: what came later stays open. Of resolving alone. */
  seenAt?: string
}

/** What is said about decisions of each kind. */
export const decisionTexts = {
  approve: {
    success: 'Community approved successfully',
    successOfMany: 'communities approved successfully',
    failure: 'Failed to approve community',
    done: 'approved',
    undo: 'Approved',
  },
  reject: {
    success: 'Community rejected successfully',
    successOfMany: 'communities rejected successfully',
    failure: 'Failed to reject community',
    done: 'rejected',
    undo: 'Rejected',
  },
  accept: {
    success: 'Changes accepted successfully',
    successOfMany: 'changes accepted successfully',
    failure: 'Failed to accept changes',
    done: 'accepted',
    undo: 'Changes accepted',
  },
  decline: {
    success: 'Changes declined successfully',
    successOfMany: 'changes declined successfully',
    failure: 'Failed to decline changes',
    done: 'declined',
    undo: 'Changes declined',
  },
  confirm: {
    success: 'Groups confirmed successfully',
    successOfMany: 'group changes confirmed successfully',
    failure: 'Failed to confirm groups',
    done: 'confirmed',
    undo: 'Groups confirmed',
  },
  resolve: {
    success: 'Reports resolved successfully',
    successOfMany: 'communities with reports resolved successfully',
    failure: 'Failed to resolve reports',
    done: 'resolved',
    undo: 'Reports resolved',
  },
} as const satisfies Record<DecisionKind, Record<string, string>>

/**
 * Why a community waits for a decision. Reports come last: one that waits for something else as well keeps its
 * reports until they are resolved, too.
 */
export type WaitReason = 'new' | 'resubmitted' | 'changes' | 'groups' | 'reports'

export function waitReason({
  status,
  rejected_version,
  held_at,
  groups_changed_at,
}: Pick<
  AdminCommunity,
  'status' | 'rejected_version' | 'held_at' | 'groups_changed_at'
>): WaitReason {
  if (status === 'pending') return rejected_version ? 'resubmitted' : 'new'
  if (held_at) return 'changes'
  return groups_changed_at ? 'groups' : 'reports'
}

export const waitReasonLabels = {
  new: 'New',
  resubmitted: 'Resubmitted',
  changes: 'Changes',
  groups: 'Groups',
  reports: 'Reported',
} as const satisfies Record<WaitReason, string>

/** When it began to wait. */
export const waitingSince = (community: WaitingCommunity): string =>
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
  const waits = waitReason(community)
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

/** How one of many went; `error` is there when it failed. */
export type Outcome<Item> = { item: Item; error?: unknown }

/** Requests under way at once: quick enough, and no burst on the database. */
const concurrency = 4

/** Does something for each item and tells how each went, in the order of the items. Never throws. */
export function attemptEach<Item>(
  items: readonly Item[],
  attempt: (item: Item) => Promise<void>,
): Promise<Outcome<Item>[]> {
  return pMap(
    items,
    async (item): Promise<Outcome<Item>> => {
      try {
        await attempt(item)
        return { item }
      } catch (error) {
        return { item, error }
      }
    },
    { concurrency },
  )
}
