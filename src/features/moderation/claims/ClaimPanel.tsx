import { queryOptions, useQuery } from '@tanstack/react-query'
import { isolate } from '../../../lib/isolate.ts'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { claimAnswerPeriod } from '../../../supabase/rules/limits.ts'
import { formatMoment } from '../../../ui/format.ts'
import { LongText } from '../../../ui/LongText.tsx'
import { DialogLink } from '../../admin/DialogLink.tsx'
import { LoadState, OwnerEmail } from '../../admin/ListParts.tsx'
import { RecentHistory } from '../../log/HistoryList.tsx'
import type { Decision } from '../queue/decisions.ts'
import type { QueuedCommunity } from '../queue/queue.ts'

type Props = { claimId: string; community: QueuedCommunity }

/** A claim to decide, with both proofs, the owner's answer, and the history of the community. */
export function ClaimPanel({ claimId, community }: Props) {
  const details = useQuery(claimDetails(claimId))
  const claim = details.data

  return (
    <section
      aria-label="Claim"
      className="grid gap-x-6 gap-y-3 rounded-xl bg-warning-soft/50 px-4 py-3 text-sm @4xl:grid-cols-[minmax(0,1fr)_19rem]"
    >
      {claim ? (
        <div className="min-w-0 space-y-3">
          <p className="font-semibold">
            A user who is not the owner has proved the link and claims this community
          </p>
          <div className="grid gap-x-6 gap-y-3 @xl:grid-cols-2">
            <Side title="Claimant" account={claim.claimant} provedAt={claim.proved_at} />
            <Side title="Present owner" account={claim.owner} provedAt={community.verified_at} />
          </div>
          <Answers claim={claim} />
          <p className="text-ink-soft">Accepting makes the claimant the owner.</p>
        </div>
      ) : claim === null ? (
        <p className="text-ink-soft">This claim is already closed.</p>
      ) : (
        <LoadState query={details} failure="Error loading the claim" />
      )}
      <RecentHistory communityId={community.id} />
    </section>
  )
}

type SideProps = { title: string; account: ClaimDetails['owner']; provedAt: string | null }

function Side({ title, account, provedAt }: SideProps) {
  return (
    <div className="min-w-0">
      <p className="font-semibold">{title}</p>
      {account && (
        <>
          <p className="wrap-anywhere">
            <DialogLink dialog="user" to={account} />
          </p>
          <OwnerEmail owner={account} />
          <p className="text-ink-soft">{`Account since ${formatMoment(account.created_at)}`}</p>
        </>
      )}
      <p>{provedAt ? `Proved the link on ${formatMoment(provedAt)}` : 'Has not proved the link'}</p>
    </div>
  )
}

function Answers({ claim }: { claim: ClaimDetails }) {
  const { answer, answered_at, earlier_answers } = claim
  return (
    <>
      {answered_at ? (
        <div>
          <p className="font-semibold">{`Answer of the owner on ${formatMoment(answered_at)}`}</p>
          <LongText label="Answer of the owner">
            {answer ?? 'Its author has deleted the account.'}
          </LongText>
        </div>
      ) : (
        <p>{`No answer within ${claimAnswerPeriod}`}</p>
      )}
      {earlier_answers.map((earlier) => (
        <div key={earlier.answered_at}>
          <p className="font-semibold">
            {`Earlier answer of ${isolate(earlier.author.name)}, ${earlier.role === 'owner' ? 'the owner then' : 'a co-owner'}, on ${formatMoment(earlier.answered_at)}`}
          </p>
          <LongText label="Earlier answer">{earlier.answer}</LongText>
        </div>
      ))}
    </>
  )
}

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
    verb: 'Decline',
    object: 'claim',
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
