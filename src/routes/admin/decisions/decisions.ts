import { type Community, heldChanges } from '../../../communities/community.ts'
import { CommunityGone } from '../../../communities/save-community.ts'
import { supabase } from '../../../supabase/client.ts'
import { errorMessage } from '../../../supabase/errors.ts'

/** Approve and reject are for pending communities, accept and decline for held changes of approved ones. */
export type Verdict = 'approve' | 'reject' | 'accept' | 'decline'

export type Decision = {
  community: Community
  verdict: Verdict
  /** For the owner to read; of a rejection alone. */
  reason?: string
}

export const pastTense = {
  approve: 'approved',
  reject: 'rejected',
  accept: 'accepted',
  decline: 'declined',
} as const satisfies Record<Verdict, string>

/**
 * Writes a decision (specification, section 7). The database signs and dates it, and refuses it when
 * the listing is not the one that was looked at any more. Throws what the database says.
 */
export async function decide(decision: Decision, adminId: string): Promise<void> {
  const { community } = decision
  const { data } = await supabase
    .from('communities')
    .update({ ...changesFor(decision, adminId), updated_at: community.updated_at })
    .eq('id', community.id)
    .select('id')
    .throwOnError()
  if (data.length === 0) throw new CommunityGone()
}

function changesFor({ community, verdict, reason }: Decision, adminId: string) {
  if (verdict === 'accept') return { ...heldChanges(community), held_changes: null }
  if (verdict === 'decline') return { held_changes: null }
  const signature = { approval_date: new Date().toISOString(), approved_by: adminId }
  if (verdict === 'approve') return { status: 'approved' as const, ...signature }
  return { status: 'rejected' as const, ...signature, rejection_reason: reason || null }
}

/** Takes the caller's own decision back; the database allows it for a minute. */
export async function undo(communityId: string): Promise<void> {
  await supabase.rpc('undo_decision', { community_id: communityId }).throwOnError()
}

/** What is said once the database has confirmed it (specification, section 8). */
export function successMessage(verdict: Verdict): string {
  const subject = verdict === 'approve' || verdict === 'reject' ? 'Community' : 'Changes'
  return `${subject} ${pastTense[verdict]} successfully`
}

/** What failed, and why in words where there are some. */
export function failureMessage(error: unknown, verdict: Verdict): string {
  const subject = verdict === 'approve' || verdict === 'reject' ? 'community' : 'changes'
  const failure = `Failed to ${verdict} ${subject}`
  const reason = failureReason(error)
  return reason ? `${failure}: ${reason}` : failure
}

export function failureReason(error: unknown): string {
  return error instanceof CommunityGone ? error.message : errorMessage(error, '')
}
