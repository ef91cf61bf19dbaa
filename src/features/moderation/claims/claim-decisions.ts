import { queryOptions } from '@tanstack/react-query'
import { isolate } from '../../../lib/isolate.ts'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import type { Decision } from '../queue/decisions.ts'
import type { QueuedCommunity } from '../queue/queue.ts'

const accountColumns = '(id, name, email, sign_in_email, created_at)' as const

const readClaim = async (id: string, signal: AbortSignal) =>
  unwrap(
    await supabase
      .from('claims')
      .select(
        `id, proved_at, answer_due_at, answer, answered_at, earlier_answers (role, answer, answered_at, author:profiles (name)), claimant:profiles!claims_claimant_id_fkey ${accountColumns}, owner:profiles!claims_owner_id_fkey ${accountColumns}`,
      )
      .eq('id', id)
      .is('outcome', null)
      .abortSignal(signal)
      .maybeSingle(),
  )

export type ClaimDetails = NonNullable<Awaited<ReturnType<typeof readClaim>>>

/** Reads an open claim with both sides; null if it has been closed. */
export const claimDetails = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'claim', id],
    queryFn: ({ signal }) => readClaim(id, signal),
  })

/** Null if the claim has been closed, undefined until it is loaded. */
type MaybeClaim = ClaimDetails | null | undefined

/** Returns why a claim cannot be decided yet. */
function findObstacle(claim: MaybeClaim): Pick<Decision, 'obstacle'> {
  if (claim) return {}
  return {
    obstacle:
      claim === null
        ? 'This claim is already closed.'
        : 'The claim is still loading. Wait a moment and try again.',
  }
}

export const acceptClaim = (community: QueuedCommunity, claim: MaybeClaim): Decision => ({
  kind: 'accept claim',
  community,
  label: { verb: 'Accept', object: 'claim' },
  ...findObstacle(claim),
  success: 'Claim accepted successfully',
  failure: 'Failed to accept claim',
  save: async () => claim && decideClaim(claim, { is_accepted: true }),
  confirmation: {
    title: 'Accept this claim?',
    text: `${isolate(claim?.claimant.name ?? '')} becomes the owner of “${isolate(community.name)}”. The present owner and co-owners lose it, and changes that wait for review are dropped. This can't be undone.`,
  },
  cannotUndo: true,
})

export const declineClaim = (community: QueuedCommunity, claim: MaybeClaim): Decision => ({
  kind: 'decline claim',
  community,
  label: { verb: 'Decline', object: 'claim' },
  ...findObstacle(claim),
  success: 'Claim declined successfully',
  failure: 'Failed to decline claim',
  save: async ({ reason }) => claim && decideClaim(claim, { is_accepted: false, reason }),
  question: {
    hint: 'The claimant sees this on their profile and receives it by email. The owner does not.',
    reasons: [
      'The present owner has shown that they manage the group.',
      'Your proof shows that you can edit the group, but not that you manage it.',
    ],
  },
})

/** Fails if the owner has answered since the reviewer loaded the claim. */
const decideClaim = async (
  { id: claim_id, answered_at }: ClaimDetails,
  decision: { is_accepted: boolean; reason?: string },
) =>
  unwrap(
    await supabase.rpc('decide_claim', {
      claim_id,
      ...(answered_at && { seen_answer_at: answered_at }),
      ...decision,
    }),
  )
