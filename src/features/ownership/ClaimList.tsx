import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { isolate } from '../../lib/isolate.ts'
import { describeClaim, type OwnClaim, ownClaims } from './claims.ts'
import type { SessionUser } from '../session/useSession.ts'
import { supabase } from '../../supabase/client.ts'
import { failureMessage, hasErrorCode, unwrap } from '../../supabase/errors.ts'
import { timeBetweenClaims } from '../../supabase/rules/limits.ts'
import { useWrite } from '../data/useWrite.ts'
import { SmallButton } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ErrorState, StaleNotice } from '../../ui/Feedback.tsx'
import { formatDate } from '../../ui/format.ts'
import { ConfirmOnDemand } from '../../ui/on-demand-dialog.tsx'
import { textLink } from '../../ui/text-link.ts'
import { toast } from '../../ui/toast.tsx'

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

function WithdrawClaim({ claim, name, user, onWithdrawn }: RowProps & { name: string }) {
  const queries = useQueryClient()
  const [isConfirming, setIsConfirming] = useState(false)
  const failure = 'Failed to withdraw the claim'
  const withdrawal = useWrite({
    write: async () => unwrap(await supabase.rpc('withdraw_claim', { claim_id: claim.id })),
    success: 'Claim withdrawn',
    failure,
    showReasonIn: 'dialog',
    onSuccess: () => {
      setIsConfirming(false)
      onWithdrawn()
    },
    onError: (error) => {
      // Decided meanwhile: the button and its dialog disappear when the list reloads.
      if (!hasErrorCode(error, 'PT409')) return
      setIsConfirming(false)
      toast.error(failureMessage(failure, error))
    },
    // Also after an error: it may have been decided in the meantime.
    onSettled: () => queries.invalidateQueries(ownClaims(user.id)),
  })

  return (
    <>
      <SmallButton aria-label={`Withdraw: ${isolate(name)}`} onClick={() => setIsConfirming(true)}>
        Withdraw
      </SmallButton>
      {isConfirming && (
        <ConfirmOnDemand
          onClose={() => {
            setIsConfirming(false)
            withdrawal.reset()
          }}
          title="Withdraw this claim?"
          confirmLabel="Withdraw"
          isPending={withdrawal.isPending}
          error={withdrawal.problem}
          onConfirm={() => void withdrawal.run()}
        >
          <p>{`You can claim this community again after ${timeBetweenClaims}.`}</p>
        </ConfirmOnDemand>
      )}
    </>
  )
}
