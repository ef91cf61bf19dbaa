import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router-dom'
import { isolate } from '../../../lib/isolate.ts'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { timeBetweenClaims } from '../../../supabase/rules/limits.ts'
import { Card } from '../../../ui/Card.tsx'
import { ErrorState, StaleNotice } from '../../../ui/Feedback.tsx'
import { formatDate } from '../../../ui/format.ts'
import { textLink } from '../../../ui/text-link.ts'
import { ConfirmButton } from '../../data/ConfirmButton.tsx'
import type { SessionUser } from '../../session/useSession.ts'
import { type OwnClaim, ownClaims } from './claims.ts'

/** The communities that the user claims or has claimed; nothing if there are none. */
export function ClaimList({ user }: { user: SessionUser }) {
  const claims = useQuery(ownClaims(user.id))
  // Receives the focus when the button of a claim disappears.
  const list = useRef<HTMLUListElement>(null)
  if (!claims.isError && !claims.data?.length) return null

  return (
    <Card title="Your Claims" description="Communities that you have asked to manage.">
      {claims.isLoadingError && <ErrorState title="Error loading your claims" query={claims} />}
      <StaleNotice query={claims} />
      <ul ref={list} tabIndex={-1} className="-my-4 divide-y divide-line rounded-lg">
        {claims.data?.map((claim) => (
          <ClaimRow
            key={claim.id}
            claim={claim}
            user={user}
            onWithdrawn={() => list.current?.focus()}
          />
        ))}
      </ul>
    </Card>
  )
}

type RowProps = { claim: OwnClaim; user: SessionUser; onWithdrawn: () => void }

function ClaimRow({ claim, user, onWithdrawn }: RowProps) {
  const name = claim.community ?? 'A community that is not in the directory'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-56 space-y-1">
        <h3 dir="auto" className="font-semibold wrap-anywhere">
          {claim.community ? (
            <Link
              dir="auto"
              translate="no"
              to={`/communities?community=${claim.community_id}`}
              className={textLink}
            >
              {claim.community}
            </Link>
          ) : (
            name
          )}
        </h3>
        <p className="text-sm wrap-anywhere whitespace-pre-line">{describeClaim(claim)}</p>
        <p className="text-sm text-ink-soft">{`Proved on ${formatDate(claim.proved_at)}`}</p>
      </div>
      {!claim.outcome && (
        <WithdrawClaim claim={claim} name={name} user={user} onWithdrawn={onWithdrawn} />
      )}
    </li>
  )
}

/** Returns the state of a claim, such as 'Waiting for the present owner until Dec 3, 2026'. */
function describeClaim({ outcome, is_waiting, answer_due_at, reason }: OwnClaim): string {
  switch (outcome) {
    case 'accepted':
      return 'Accepted'
    case 'declined':
      return `Declined: ${isolate(reason ?? '')}`
    case 'withdrawn':
      return 'Withdrawn'
    case 'closed':
      return 'Closed, because the community has changed or left the directory'
    default:
      return is_waiting
        ? `Waiting for the present owner until ${formatDate(answer_due_at)}`
        : 'Being reviewed'
  }
}

function WithdrawClaim({ claim, name, user, onWithdrawn }: RowProps & { name: string }) {
  const queries = useQueryClient()
  return (
    <ConfirmButton
      button={{ 'aria-label': `Withdraw: ${isolate(name)}`, children: 'Withdraw' }}
      title="Withdraw this claim?"
      confirmLabel="Withdraw"
      action={{
        write: async () => unwrap(await supabase.rpc('withdraw_claim', { claim_id: claim.id })),
        success: 'Claim withdrawn',
        failure: 'Failed to withdraw the claim',
        // Decided in the meantime.
        goneCode: 'PT409',
        onSuccess: onWithdrawn,
        onSettled: () => queries.invalidateQueries(ownClaims(user.id)),
      }}
    >
      <p>{`You can claim this community again after ${timeBetweenClaims}.`}</p>
    </ConfirmButton>
  )
}
