import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type OwnClaim, ownClaims } from './claims.ts'
import { checkOwnLink, type LinkCheck, ownershipCode } from './proof.ts'
import { ProofSteps } from './ProofSteps.tsx'
import { openUserCache } from '../session/user-cache.ts'
import type { SessionUser } from '../session/useSession.ts'
import { useWrite } from '../data/useWrite.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState, Notice } from '../../ui/Feedback.tsx'
import { formatDate } from '../../ui/format.ts'
import { LoadingText } from '../../ui/Loading.tsx'
import { scrollIntoView } from '../../ui/scroll-into-view.ts'
import { textLink } from '../../ui/text-link.ts'

type Props = {
  community: { id: string; name: string }
  user: SessionUser
  onClose: () => void
}

/** Shows the code with which a user proves a community of another owner, and the claim that the proof opens. */
export function ClaimDialog({ community, user, onClose }: Props) {
  // The cache of the directory holds public data only.
  const cache = openUserCache(user.id)
  const claims = useQuery(ownClaims(user.id), cache)
  const code = useQuery({ ...ownershipCode(community.id), enabled: false })
  const [state, setState] = useState<LinkCheck['state'] | null>(null)
  const check = useWrite({
    write: () => checkOwnLink(community.id),
    failure: 'Failed to check the group',
    showReasonIn: 'dialog',
    onMutate: () => setState(null),
    onSuccess: (result) => setState(result.isProved ? null : result.state),
    // Also after an error: the claim may be stored although the response was lost.
    onSettled: () => cache.invalidateQueries(ownClaims(user.id)),
  })
  const claim = claims.data?.find((one) => one.community_id === community.id && !one.outcome)
  const isReady = claims.data !== undefined && !claim

  return (
    <Dialog
      onClose={onClose}
      description={
        <span dir="auto" translate="no" className="wrap-anywhere">
          {community.name}
        </span>
      }
      footer={
        <>
          <Button variant={claim ? 'primary' : 'secondary'} onClick={onClose}>
            {claim ? 'Done' : 'Close'}
          </Button>
          {isReady && code.data && (
            <Button isPending={check.isPending} onClick={() => void check.run()}>
              Check
            </Button>
          )}
        </>
      }
    >
      <div className="space-y-4">
        {isReady ? (
          <>
            <p>
              If you manage the WhatsApp group, you can take over its listing here. First, prove it:
            </p>
            <ProofSteps communityId={community.id} />
          </>
        ) : claim ? null : claims.isError ? (
          <ErrorState title="Error loading your claims" query={claims} hasAdvice />
        ) : (
          <LoadingText />
        )}
        {/* Always there, so that screen readers announce what appears in it. */}
        <div aria-live="polite" className="text-sm">
          {claim && <Claimed claim={claim} />}
          {check.isPending && (
            <p ref={scrollIntoView}>Looking at the group's page on WhatsApp...</p>
          )}
          {check.problem && !claim && (
            <p ref={scrollIntoView} className="rounded-xl bg-danger-soft px-4 py-3 text-danger-ink">
              {check.problem}
            </p>
          )}
          {state && (
            <div ref={scrollIntoView}>
              <Notice tone="warning" {...outcomes[state]} />
            </div>
          )}
        </div>
      </div>
    </Dialog>
  )
}

const outcomes = {
  live: {
    title: "We couldn't find your code",
    children:
      'Check that the group has exactly this code in its name or description. WhatsApp can take a minute to show it. Then try again.',
  },
  dead: {
    title: "The invite link doesn't work",
    children: "It leads to no group at the moment, so it can't be proved.",
  },
  unknown: {
    title: 'WhatsApp did not answer',
    children: 'Your code is still valid. Try again in a few minutes.',
  },
}

function Claimed({ claim: { is_waiting, answer_due_at } }: { claim: OwnClaim }) {
  return (
    <Notice tone="success" title="You have claimed this community">
      <p>
        {is_waiting
          ? `The present owner can answer until ${formatDate(answer_due_at)}. Then an admin decides, and we email you.`
          : 'An admin is reviewing your claim. We email you the decision.'}
      </p>
      <p>
        You can remove the code from the group now.{' '}
        <Link to="/profile" className={textLink}>
          Your profile
        </Link>{' '}
        shows the state of your claim.
      </p>
    </Notice>
  )
}
