import { hasBlock, isOutOfDirectory } from '../../community/blocks.ts'
import { isWithoutPlace } from '../../community/fields.ts'
import { updateCommunityColumns } from '../../community/update-community-columns.ts'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import {
  changesQuestion,
  hideQuestion,
  placeQuestion,
  type Question,
  rejectionQuestion,
} from './questions.ts'
import { type AdminCommunity, isReported, type QueuedCommunity } from './queue.ts'

/** A decision about a community: everything that its button, its dialog and its messages say, and how it is saved. */
export type Decision = {
  /** Differs from the other decisions about the same community. */
  kind: string
  community: AdminCommunity
  /** Why it is not possible yet. As in the database. */
  obstacle?: string
  /** Of its button and its dialog. Without an object, it is about the community. */
  label?: {
    verb: string
    object?: string
    /** The verb on phones, if it is too long. */
    short?: string
  }
  success: string
  failure: string
  /** Whether visitors see something new after it, unless the owner is suspended. */
  lists?: true
  /** Fails if the community has changed since the reviewer loaded it: the database compares the versions. */
  save: (by: { adminId: string | null; reason: string }) => Promise<unknown>
  /** Asks for the reason. */
  question?: Question
  /** Undoes it, unless `undo_decision` does. */
  undo?: () => Promise<unknown>
  /** Asks for a confirmation instead. */
  confirmation?: { title: string; text: string }
  /** Because it changes no column that undoing restores, or a new owner keeps the community. */
  cannotUndo?: true
}

/** Returns the decision that keeps a reported community listed or approves what is pending; null for requested places. */
export function approvalOf(community: QueuedCommunity): Decision | null {
  if (isReported(community)) return keepListed(community)
  const { status, held_at, groups_changed_at, name_changed_at } = community
  if (status === 'pending') return approve(community)
  if (held_at || groups_changed_at) return acceptChanges(community)
  return name_changed_at ? confirmName(community, name_changed_at) : null
}

/** Returns the decision that hides a reported community or rejects what is pending; null for live names and places. */
export function rejectionOf(community: QueuedCommunity): Decision | null {
  if (isReported(community)) return hide(community)
  const { status, held_at, groups_changed_at } = community
  if (status === 'pending') return reject(community)
  return held_at || groups_changed_at ? declineChanges(community) : null
}

export const approve = (community: AdminCommunity): Decision => ({
  kind: 'approve',
  community,
  label: { verb: 'Approve' },
  ...(isWithoutPlace(community) && {
    obstacle: 'Add the requested place first, or choose another one.',
  }),
  success: 'Community approved successfully',
  failure: bulk.approve.failure,
  lists: true,
  save: ({ adminId }) => review(community, adminId, { status: 'approved' }),
})

export const reject = (community: AdminCommunity): Decision => ({
  kind: 'reject',
  community,
  label: { verb: 'Reject' },
  success: 'Community rejected successfully',
  failure: bulk.reject.failure,
  save: ({ adminId, reason }) =>
    review(community, adminId, { status: 'rejected', rejection_reason: reason }),
  question: rejectionQuestion,
})

const review = (
  { id, updated_at, groups_updated_at }: AdminCommunity,
  adminId: string | null,
  outcome: { status: 'approved' } | { status: 'rejected'; rejection_reason: string },
) =>
  updateCommunityColumns(id, {
    ...outcome,
    // The database replaces both values with its own.
    approval_date: new Date().toISOString(),
    approved_by: adminId,
    updated_at,
    // The decision includes the groups, so it is refused if they have changed.
    groups_updated_at,
  })

/** Accepts everything that has changed since the approval: values and groups. */
const acceptChanges = (community: AdminCommunity): Decision => ({
  kind: 'accept',
  community,
  label: { verb: 'Accept', object: 'changes' },
  success: 'Changes accepted successfully',
  failure: 'Failed to accept changes',
  lists: true,
  save: () => decideChanges(community, { is_accepted: true }),
})

/** Declines all of it: the approved groups, which visitors see, replace the owner's. */
const declineChanges = (community: AdminCommunity): Decision => ({
  kind: 'decline',
  community,
  label: { verb: 'Decline', object: 'changes' },
  success: 'Changes declined successfully',
  failure: 'Failed to decline changes',
  save: ({ reason }) => decideChanges(community, { is_accepted: false, reason }),
  question: changesQuestion,
})

/** Fails unless the values and the groups are those that the reviewer loaded. */
const decideChanges = async (
  { id: community_id, updated_at: version, groups_changed_at }: AdminCommunity,
  decision: { is_accepted: boolean; reason?: string },
) =>
  unwrap(
    await supabase.rpc('decide_changes', {
      community_id,
      version,
      ...(groups_changed_at && { groups_seen_at: groups_changed_at }),
      ...decision,
    }),
  )

/** Declines the place that the owner requested: the community stays where it is. */
export const declinePlace = (community: AdminCommunity): Decision => ({
  kind: 'decline place',
  community,
  label: { verb: 'Decline', object: 'place' },
  success: 'Place declined',
  failure: "Couldn't decline the place",
  save: ({ reason }) => callWithVersion('decline_requested_place', community, reason),
  question: placeQuestion,
})

/** Confirms a name that went live without a review. */
const confirmName = (community: AdminCommunity, seenAt: string): Decision => ({
  kind: 'confirm name',
  community,
  label: { verb: 'Confirm', object: 'name' },
  success: 'Name confirmed successfully',
  failure: 'Failed to confirm the name',
  lists: true,
  save: () => callWithTime('confirm_name', community, seenAt),
})

/** Closes the reports that the reviewer has seen. What else waits stays in the queue. */
const keepListed = (community: QueuedCommunity): Decision => ({
  kind: 'keep listed',
  community,
  label: { verb: 'Keep listed', short: 'Keep' },
  success: describeKept(community),
  failure: "Couldn't keep the community listed",
  save: () => {
    const [newest] = community.community_reports
    return callWithTime('resolve_reports', community, newest?.created_at ?? community.updated_at)
  },
})

function describeKept(community: QueuedCommunity): string {
  if (isOutOfDirectory(community, 'reports')) return 'Reports closed, still not listed'
  return hasBlock(community, 'reports') ? 'Listed again' : 'Kept listed'
}

export const hide = (community: AdminCommunity): Decision => ({
  kind: 'hide',
  community,
  label: { verb: 'Hide' },
  success: 'Community hidden successfully',
  failure: 'Failed to hide community',
  save: ({ reason }) => callWithVersion('hide_community', community, reason),
  question: hideQuestion,
})

/** What the messages about decisions on several communities say, which may include held changes and groups. */
export const bulk = {
  approve: { verb: 'Approve', done: 'approved', failure: 'Failed to approve community' },
  reject: { verb: 'Reject', done: 'rejected', failure: 'Failed to reject community' },
}

export type Bulk = (typeof bulk)[keyof typeof bulk]

export type Outcome = {
  done: readonly Decision[]
  failures: readonly { decision: Decision; error: unknown }[]
}

/** Leaves connections for the rest of the page: browsers open six. */
const concurrency = 4

/** Saves or undoes several decisions, some of which may fail. */
export async function runEach(
  decisions: readonly Decision[],
  run: (decision: Decision) => Promise<unknown>,
): Promise<Outcome> {
  const errors = new Map<Decision, unknown>()
  const waiting = decisions.values()
  const work = async () => {
    // All of them take their next decision from the same iterator.
    for (const decision of waiting) {
      await run(decision).catch((error: unknown) => errors.set(decision, error))
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return {
    done: decisions.filter((decision) => !errors.has(decision)),
    failures: decisions
      .filter((decision) => errors.has(decision))
      .map((decision) => ({ decision, error: errors.get(decision) })),
  }
}

/* Calls of the functions that decide. They fail if the reviewer has not seen the latest state. */

type NeedsReason = 'ask_owner' | 'decline_requested_place' | 'hide_community' | 'return_to_pending'

/** Calls a function that fails unless this is the community's version. */
export const callWithVersion = async (
  ...[name, { id, updated_at }, reason]:
    | [name: NeedsReason, community: AdminCommunity, reason: string]
    | [name: 'show_community', community: AdminCommunity, reason?: never]
) => unwrap(await supabase.rpc(name, { community_id: id, version: updated_at, reason }))

/** Calls a function that decides what had happened by the time of the last change that the reviewer saw. */
export const callWithTime = async (
  name: 'confirm_name' | 'resolve_reports',
  { id }: AdminCommunity,
  seenAt: string,
) => unwrap(await supabase.rpc(name, { community_id: id, seen_at: seenAt }))
