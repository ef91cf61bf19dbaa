import { useQuery } from '@tanstack/react-query'
import { isolate } from '../../../lib/isolate.ts'
import { claimAnswerPeriod } from '../../../supabase/rules/limits.ts'
import { formatMoment } from '../../../ui/format.ts'
import { LongText } from '../../../ui/LongText.tsx'
import { DialogLink } from '../../admin/DialogLink.tsx'
import { LoadState, OwnerEmail } from '../../admin/ListParts.tsx'
import { RecentHistory } from '../../log/HistoryList.tsx'
import type { QueuedCommunity } from '../queue/queue.ts'
import { type ClaimDetails, claimDetails } from './claim-decisions.ts'

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
