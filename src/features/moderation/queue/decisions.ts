import { updateCommunity } from '../../community/update-community.ts'
import { supabase } from '../../../supabase/client.ts'
import { failureMessage, unwrap } from '../../../supabase/errors.ts'
import { toast } from '../../../ui/toast.tsx'
import type { AdminCommunity } from './queue.ts'

/* The decisions about a community, the calls that save them, and the texts that report the outcome. */

export type Decision = { community: AdminCommunity } & (
  | { kind: 'approve' }
  | { kind: 'reject' | 'hide'; reason: string }
  /** Show a hidden community again, or return an approved one to pending. */
  | { kind: 'show' | 'return' }
  /** Accept or decline the held changes of an approved community. */
  | { kind: 'accept' | 'decline' }
  /** Confirm changed groups, as of the last change that the reviewer saw. */
  | { kind: 'confirm'; seenAt: string }
  /** Confirm a name that went live without a review, as of the last change that the reviewer saw. */
  | { kind: 'confirm name'; seenAt: string }
  /** Resolve reports, up to the last one that the reviewer saw. */
  | { kind: 'resolve'; seenAt: string }
  /** Accept the new name of a renamed group, as the reviewer saw it. */
  | { kind: 'accept name'; groupName: string }
  | { kind: 'accept appeal'; appealId: string }
  | { kind: 'decline appeal'; appealId: string; reason: string }
  /** Give the community to the claimant, or decline the claim, having seen the owner's answer of a time or none. */
  | { kind: 'accept claim'; claimId: string; answeredAt: string | null }
  | { kind: 'decline claim'; claimId: string; answeredAt: string | null; reason: string }
)

export type DecisionKind = Decision['kind']

export type Outcome = {
  /** Later batches have higher numbers. */
  batch: number
  /** Names the decisions: a bulk approval may also accept changes and confirm groups. */
  kind: DecisionKind
  done: readonly Decision[]
  failures: readonly { decision: Decision; error: unknown }[]
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
export function rejectionOf(community: AdminCommunity, reason: string): Decision | null {
  if (community.status === 'pending') return { community, kind: 'reject', reason }
  return community.held_at ? { community, kind: 'decline' } : null
}

/** Why a community cannot be approved yet, as in the database. */
export const placeRequiredMessage = 'Add the requested place first, or choose another one.'

/** The functions that take the time of what the reviewer saw. */
const seenCalls = {
  confirm: 'confirm_groups',
  'confirm name': 'confirm_name',
  resolve: 'resolve_reports',
} as const

/** Saves a decision. The database refuses it if the community has changed since the reviewer loaded it. */
export async function saveDecision(decision: Decision, adminId: string | null): Promise<void> {
  const { id, updated_at, groups_updated_at } = decision.community
  switch (decision.kind) {
    case 'approve':
    case 'reject':
      await updateCommunity(id, {
        ...(decision.kind === 'approve'
          ? { status: 'approved' }
          : { status: 'rejected', rejection_reason: decision.reason }),
        // The database replaces both values with its own.
        approval_date: new Date().toISOString(),
        approved_by: adminId,
        updated_at,
        // The decision includes the groups, so it is refused if they have changed.
        groups_updated_at,
      })
      return
    case 'accept':
    case 'decline': {
      const name = decision.kind === 'accept' ? 'accept_held_changes' : 'decline_held_changes'
      unwrap(await supabase.rpc(name, { community_id: id, version: updated_at }))
      return
    }
    case 'hide': {
      const { reason } = decision
      unwrap(
        await supabase.rpc('hide_community', { community_id: id, version: updated_at, reason }),
      )
      return
    }
    case 'show':
    case 'return': {
      const name = decision.kind === 'show' ? 'show_community' : 'return_to_pending'
      unwrap(await supabase.rpc(name, { community_id: id, version: updated_at }))
      return
    }
    case 'confirm':
    case 'confirm name':
    case 'resolve': {
      const name = seenCalls[decision.kind]
      unwrap(await supabase.rpc(name, { community_id: id, seen_at: decision.seenAt }))
      return
    }
    case 'accept name': {
      const group_name = decision.groupName
      unwrap(
        await supabase.rpc('accept_group_name', {
          community_id: id,
          version: updated_at,
          group_name,
        }),
      )
      return
    }
    case 'accept appeal':
    case 'decline appeal': {
      const answer =
        decision.kind === 'accept appeal'
          ? { is_accepted: true }
          : { is_accepted: false, reason: decision.reason }
      unwrap(await supabase.rpc('decide_appeal', { appeal_id: decision.appealId, ...answer }))
      return
    }
    case 'accept claim':
    case 'decline claim': {
      const { claimId: claim_id, answeredAt } = decision
      unwrap(
        await supabase.rpc('decide_claim', {
          claim_id,
          is_accepted: decision.kind === 'accept claim',
          ...(answeredAt && { seen_answer_at: answeredAt }),
          ...(decision.kind === 'decline claim' && { reason: decision.reason }),
        }),
      )
    }
  }
}

/** Whether a decision is not about what is pending, and has buttons of its own: it hides or shows an approved community, accepts a group's name, or answers an appeal or a claim. */
export const isAboutVisibility = (kind: DecisionKind | undefined) =>
  kind === 'hide' ||
  kind === 'show' ||
  kind === 'return' ||
  kind === 'accept name' ||
  kind === 'accept appeal' ||
  kind === 'decline appeal' ||
  kind === 'accept claim' ||
  kind === 'decline claim'

/** Confirming groups changes no column that undoing restores, and a new owner keeps the community. */
export const canUndo = ({ kind }: Decision) => kind !== 'confirm' && kind !== 'accept claim'

export async function undoDecision({ community }: Decision): Promise<void> {
  unwrap(await supabase.rpc('undo_decision', { community_id: community.id }))
}

const texts = {
  approve: { done: 'Approved', result: 'Community approved', action: 'approve community' },
  reject: { done: 'Rejected', result: 'Community rejected', action: 'reject community' },
  accept: { done: 'Changes accepted', result: 'Changes accepted', action: 'accept changes' },
  decline: { done: 'Changes declined', result: 'Changes declined', action: 'decline changes' },
  confirm: { done: 'Groups confirmed', result: 'Groups confirmed', action: 'confirm groups' },
  'confirm name': { done: 'Name confirmed', result: 'Name confirmed', action: 'confirm the name' },
  hide: { done: 'Hidden', result: 'Community hidden', action: 'hide community' },
  show: { done: 'Shown again', result: 'Community shown again', action: 'show community' },
  return: {
    done: 'Returned to pending',
    result: 'Community returned to pending',
    action: 'return community to pending',
  },
  resolve: { done: 'Reports resolved', result: 'Reports resolved', action: 'resolve reports' },
  'accept name': {
    done: 'Name accepted',
    result: 'New name accepted',
    action: 'accept the new name',
  },
  'accept appeal': { done: 'Appeal accepted', result: 'Appeal accepted', action: 'accept appeal' },
  'decline appeal': {
    done: 'Appeal declined',
    result: 'Appeal declined',
    action: 'decline appeal',
  },
  'accept claim': { done: 'Claim accepted', result: 'Claim accepted', action: 'accept claim' },
  'decline claim': { done: 'Claim declined', result: 'Claim declined', action: 'decline claim' },
} satisfies Record<DecisionKind, { done: string; result: string; action: string }>

const pastTense = ({ kind }: Outcome) => texts[kind].done.toLowerCase()

/** Returns 'Community approved successfully' or '3 communities approved successfully', for example. */
export function describeDone(outcome: Outcome): string {
  const { kind, done } = outcome
  const several = `${done.length} communities ${pastTense(outcome)}`
  return `${done.length === 1 ? texts[kind].result : several} successfully`
}

/**
 * Shows a toast about one decision, or about several that are all saved, unless the offer to undo them reports it. The
 * failures of several are in the dialog.
 *
 * @returns null if at least one decision was saved, else the message for a dialog that asked for the decision
 */
export function reportOutcome(outcome: Outcome, { isOffered }: { isOffered: boolean }) {
  const { kind, batch, done, failures } = outcome
  const { action } = texts[kind]
  const [first] = failures
  if (!first && !isOffered) toast.success(describeDone(outcome), { id: toastId(batch) })
  if (!first || done.length > 0) return null
  if (failures.length > 1) return `None of them could be ${pastTense(outcome)}.`
  const message = failureMessage(`Failed to ${action}`, first.error)
  // The dialogs that ask for a reason show the message themselves.
  if (!['reject', 'hide', 'decline appeal', 'accept claim', 'decline claim'].includes(kind))
    toast.error(message)
  return message
}

export const reportUndo = ({ batch }: Pick<Outcome, 'batch'>) =>
  toast.success('Decision undone', { id: toastId(batch) })

const toastId = (batch: number) => `decision-${batch}`

export function describeFailures(outcome: Outcome) {
  const { done, failures } = outcome
  const others = done.length === 1 ? 'One other was' : `The other ${done.length} were`
  return {
    title: `${failures.length} of ${failures.length + done.length} couldn't be ${pastTense(outcome)}`,
    description: done.length > 0 ? `${others} ${pastTense(outcome)}.` : 'Nothing was changed.',
  }
}
