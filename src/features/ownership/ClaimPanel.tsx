import { queryOptions, useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { useContext, useImperativeHandle, useState } from 'react'
import { isolate } from '../../lib/isolate.ts'
import { supabase } from '../../supabase/client.ts'
import { unwrap } from '../../supabase/errors.ts'
import { claimAnswerPeriod } from '../../supabase/rules/limits.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { LongText } from '../../ui/LongText.tsx'
import { formatMoment } from '../../ui/format.ts'
import { LoadState, OwnerEmail } from '../admin/ListParts.tsx'
import { RecentHistory } from '../log/HistoryList.tsx'
import { PanelAnswersRef } from '../moderation/queue/answers.ts'
import type { Decision } from '../moderation/queue/decisions.ts'
import { DecisionButton } from '../moderation/queue/DecisionButtons.tsx'
import type { QueuedCommunity } from '../moderation/queue/queue.ts'
import type { Decisions } from '../moderation/queue/useDecisions.ts'

const accountColumns = '(name, email, sign_in_email, created_at)' as const

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

type ClaimDetails = NonNullable<Awaited<ReturnType<typeof readClaim>>>

/** Reads an open claim with both sides; null if it has been closed. */
const claimDetails = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'claim', id],
    queryFn: ({ signal }) => readClaim(id, signal),
  })

type Props = { claimId: string; community: QueuedCommunity; decisions: Decisions }

/** A claim to decide, with both proofs, the owner's answer, and the history of the community. */
export function ClaimPanel({ claimId: id, ...props }: Props) {
  const { community } = props
  const details = useQuery(claimDetails(id))
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
          <ClaimDecisions claim={claim} {...props} />
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
          <p dir="auto" translate="no" className="wrap-anywhere">
            {account.name}
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

type DecisionProps = Omit<Props, 'claimId'> & { claim: ClaimDetails }

function ClaimDecisions({ claim, community, decisions }: DecisionProps) {
  const saving = decisions.savingKind(community)
  // As it was when the dialog opened: the admin cannot read an answer that arrives behind it.
  const [accepting, setAccepting] = useState<Decision | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const close = () => {
    setAccepting(null)
    setProblem(null)
  }
  const accept = async (decision: Decision) =>
    setProblem(await decisions.decide(decision, { isInDialog: true }))

  const approve = () => setAccepting(acceptClaim(community, claim))
  const decline = declineClaim(community, claim)
  useImperativeHandle(useContext(PanelAnswersRef), () => ({
    approve,
    reject: () => decisions.ask({ decisions: [decline] }),
  }))

  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button size="sm" icon={Check} disabled={saving !== undefined} onClick={approve}>
        Accept claim
      </Button>
      <DecisionButton
        decision={decline}
        decisions={decisions}
        variant="secondary"
        icon={X}
        disabled={saving !== undefined}
      >
        Decline claim
      </DecisionButton>
      <p className="text-ink-soft">Accepting makes the claimant the owner.</p>
      {accepting && (
        <ConfirmDialog
          onClose={close}
          title="Accept this claim?"
          confirmLabel="Accept claim"
          isPending={saving === accepting.kind}
          error={problem}
          onConfirm={() => void accept(accepting)}
        >
          <p>
            {`${isolate(claim.claimant.name)} becomes the owner of “${isolate(community.name)}”. The present owner and co-owners lose it, and changes that wait for review are dropped. This can't be undone.`}
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}

const acceptClaim = (community: QueuedCommunity, claim: ClaimDetails): Decision => ({
  kind: 'accept claim',
  community,
  success: 'Claim accepted successfully',
  failure: 'Failed to accept claim',
  save: () => decideClaim(claim, { is_accepted: true }),
  cannotUndo: true,
})

const declineClaim = (community: QueuedCommunity, claim: ClaimDetails): Decision => ({
  kind: 'decline claim',
  community,
  success: 'Claim declined successfully',
  failure: 'Failed to decline claim',
  save: ({ reason }) => decideClaim(claim, { is_accepted: false, reason }),
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
