import { updateCommunity } from '../../community/update-community.ts'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import type { AdminCommunity } from './queue.ts'

/* The registry of decisions about a community: how each kind is saved, and everything that the screens say about it. */

type Reason = { reason: string }
/** When the last change that the reviewer saw was made. */
type Seen = { seenAt: string }
/** A claim, as the reviewer saw it: with the owner's answer of a time, or none. */
type SeenClaim = { claimId: string; answeredAt: string | null }

/** What a decision of each kind has besides its community. */
type Details = {
  approve: unknown
  reject: Reason
  /** Accept the held changes of an approved community. */
  accept: unknown
  decline: unknown
  confirm: Seen
  /** Confirm a name that went live without a review. */
  'confirm name': Seen
  resolve: Seen
  hide: Reason
  show: unknown
  return: unknown
  /** Accept the new name of a renamed group, as the reviewer saw it. */
  'accept name': { groupName: string }
  'accept appeal': { appealId: string }
  'decline appeal': { appealId: string } & Reason
  'accept claim': SeenClaim
  'decline claim': SeenClaim & Reason
}

export type DecisionKind = keyof Details
type DecisionOf<Kind extends DecisionKind> = {
  [One in Kind]: { kind: One; community: AdminCommunity } & Details[One]
}[Kind]
export type Decision = DecisionOf<DecisionKind>

/** A decision that lacks only its reason. */
export type DecisionToExplain = WithoutReason<Extract<Decision, Reason>>
type WithoutReason<Full> = Full extends unknown ? Omit<Full, 'reason'> : never

type KindOf<Kind extends DecisionKind> = {
  /** Fails if the community has changed since the reviewer loaded it: the database compares the versions. */
  save: (decision: DecisionOf<Kind>, adminId: string | null) => Promise<unknown>
  /** As in '3 communities hidden'. */
  done: string
  /** The outcome for one community; `done` if it is the same. */
  result?: string
  /** As in 'Failed to hide community'. */
  action: string
  /** Decides what is pending with the main buttons of the queue. The others have buttons of their own. */
  isReview?: true
  /** Because it changes no column that undoing restores, or a new owner keeps the community. */
  cannotUndo?: true
  /** A dialog asks for the decision, and shows why it failed. */
  isInDialog?: true
} & (Details[Kind] extends Reason ? { asks: Question } : { asks?: never })

/** How a dialog asks for the reason of a decision. */
type Question = {
  verb: string
  subject: string
  hint: string
  /** Common reasons, which keys choose by their number. */
  reasons: readonly string[]
}

const callWithVersion =
  (name: 'accept_held_changes' | 'decline_held_changes' | 'show_community' | 'return_to_pending') =>
  async ({ community: { id, updated_at } }: { community: AdminCommunity }) =>
    unwrap(await supabase.rpc(name, { community_id: id, version: updated_at }))

const callWithSeen =
  (name: 'confirm_groups' | 'confirm_name' | 'resolve_reports') =>
  async ({ community, seenAt }: { community: AdminCommunity } & Seen) =>
    unwrap(await supabase.rpc(name, { community_id: community.id, seen_at: seenAt }))

const review = ({ id, updated_at, groups_updated_at }: AdminCommunity, adminId: string | null) => ({
  id,
  columns: {
    // The database replaces both values with its own.
    approval_date: new Date().toISOString(),
    approved_by: adminId,
    updated_at,
    // The decision includes the groups, so it is refused if they have changed.
    groups_updated_at,
  },
})

const decideClaim = async (
  { claimId: claim_id, answeredAt }: SeenClaim,
  decision: { is_accepted: boolean } & Partial<Reason>,
) =>
  unwrap(
    await supabase.rpc('decide_claim', {
      claim_id,
      ...(answeredAt && { seen_answer_at: answeredAt }),
      ...decision,
    }),
  )

export const decisionKinds: { [Kind in DecisionKind]: KindOf<Kind> } = {
  approve: {
    save: async ({ community }, adminId) => {
      const { id, columns } = review(community, adminId)
      await updateCommunity(id, { status: 'approved', ...columns })
    },
    done: 'Approved',
    result: 'Community approved',
    action: 'approve community',
    isReview: true,
  },
  reject: {
    save: async ({ community, reason }, adminId) => {
      const { id, columns } = review(community, adminId)
      await updateCommunity(id, { status: 'rejected', rejection_reason: reason, ...columns })
    },
    done: 'Rejected',
    result: 'Community rejected',
    action: 'reject community',
    isReview: true,
    asks: {
      verb: 'Reject',
      subject: 'community',
      hint: 'The owner sees this next to their community and can edit and resubmit it.',
      reasons: [
        'The invite link does not work. Please check it in WhatsApp and enter a new one.',
        'The description does not say what the community is about.',
        'The image does not match the community.',
        'This community is already listed.',
        'This is an advertisement, not a community.',
      ],
    },
  },
  accept: {
    save: callWithVersion('accept_held_changes'),
    done: 'Changes accepted',
    action: 'accept changes',
    isReview: true,
  },
  decline: {
    save: callWithVersion('decline_held_changes'),
    done: 'Changes declined',
    action: 'decline changes',
    isReview: true,
  },
  confirm: {
    save: callWithSeen('confirm_groups'),
    done: 'Groups confirmed',
    action: 'confirm groups',
    isReview: true,
    cannotUndo: true,
  },
  'confirm name': {
    save: callWithSeen('confirm_name'),
    done: 'Name confirmed',
    action: 'confirm the name',
    isReview: true,
  },
  resolve: {
    save: callWithSeen('resolve_reports'),
    done: 'Reports resolved',
    action: 'resolve reports',
  },
  hide: {
    save: async ({ community: { id, updated_at }, reason }) =>
      unwrap(
        await supabase.rpc('hide_community', { community_id: id, version: updated_at, reason }),
      ),
    done: 'Hidden',
    result: 'Community hidden',
    action: 'hide community',
    asks: {
      verb: 'Hide',
      subject: 'community',
      hint: 'The owner sees this next to their community and receives it by email.',
      reasons: [
        'The group has changed and no longer matches its description.',
        'Members report spam or unwanted advertising.',
        'Members report unsafe or abusive behavior.',
      ],
    },
  },
  show: {
    save: callWithVersion('show_community'),
    done: 'Shown again',
    result: 'Community shown again',
    action: 'show community',
  },
  return: {
    save: callWithVersion('return_to_pending'),
    done: 'Returned to pending',
    result: 'Community returned to pending',
    action: 'return community to pending',
  },
  'accept name': {
    save: async ({ community: { id, updated_at }, groupName }) =>
      unwrap(
        await supabase.rpc('accept_group_name', {
          community_id: id,
          version: updated_at,
          group_name: groupName,
        }),
      ),
    done: 'Name accepted',
    result: 'New name accepted',
    action: 'accept the new name',
  },
  'accept appeal': {
    save: async ({ appealId }) =>
      unwrap(await supabase.rpc('decide_appeal', { appeal_id: appealId, is_accepted: true })),
    done: 'Appeal accepted',
    action: 'accept appeal',
  },
  'decline appeal': {
    save: async ({ appealId, reason }) =>
      unwrap(
        await supabase.rpc('decide_appeal', { appeal_id: appealId, is_accepted: false, reason }),
      ),
    done: 'Appeal declined',
    action: 'decline appeal',
    asks: {
      verb: 'Decline',
      subject: 'appeal',
      hint: 'The owner sees this next to their community and receives it by email.',
      reasons: [
        'We looked at it again, and the reason still applies.',
        'Your appeal does not say what was wrong with our decision.',
      ],
    },
  },
  'accept claim': {
    save: async (seen) => decideClaim(seen, { is_accepted: true }),
    done: 'Claim accepted',
    action: 'accept claim',
    cannotUndo: true,
    isInDialog: true,
  },
  'decline claim': {
    save: async ({ reason, ...seen }) => decideClaim(seen, { is_accepted: false, reason }),
    done: 'Claim declined',
    action: 'decline claim',
    asks: {
      verb: 'Decline',
      subject: 'claim',
      hint: 'The claimant sees this on their profile and receives it by email. The owner does not.',
      reasons: [
        'The present owner has shown that they manage the group.',
        'Your proof shows that you can edit the group, but not that you manage it.',
      ],
    },
  },
}

/** Saves a decision. The database refuses it if the community has changed since the reviewer loaded it. */
export async function saveDecision<Kind extends DecisionKind>(
  decision: DecisionOf<Kind>,
  adminId: string | null,
): Promise<void> {
  await decisionKinds[decision.kind].save(decision, adminId)
}

export async function undoDecision({ community }: Decision): Promise<void> {
  unwrap(await supabase.rpc('undo_decision', { community_id: community.id }))
}

/** Returns the decision that approves what is pending, or null for reports and requested places, which are resolved. */
export function approvalOf(community: AdminCommunity): Decision | null {
  const { status, held_at, groups_changed_at, name_changed_at } = community
  if (status === 'pending') return { community, kind: 'approve' }
  if (held_at) return { community, kind: 'accept' }
  if (groups_changed_at) return { community, kind: 'confirm', seenAt: groups_changed_at }
  return name_changed_at ? { community, kind: 'confirm name', seenAt: name_changed_at } : null
}

/** Returns the decision that rejects what is pending, or null for changed groups, live names, reports and requested places. */
export function rejectionOf(community: AdminCommunity): Rejection | null {
  if (community.status === 'pending') return { community, kind: 'reject' }
  return community.held_at ? { community, kind: 'decline' } : null
}

/** A new community is rejected with a reason, held changes are declined without one. */
export type Rejection = { community: AdminCommunity; kind: 'reject' } | DecisionOf<'decline'>
