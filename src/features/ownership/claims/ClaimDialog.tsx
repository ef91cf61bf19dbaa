import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { ErrorState } from '../../../ui/Feedback.tsx'
import { formatDate } from '../../../ui/format.ts'
import { LoadingText } from '../../../ui/Loading.tsx'
import { textLink } from '../../../ui/text-link.ts'
import { openUserCache } from '../../session/user-cache.ts'
import type { SessionUser } from '../../session/useSession.ts'
import { ProofDialog } from '../ProofDialog.tsx'
import { type OwnClaim, ownClaims } from './claims.ts'

type Props = {
  community: { id: string; name: string }
  user: SessionUser
  onClose: () => void
}

/** Asks a user to prove a community of another owner, and shows the claim that the proof opens. */
export function ClaimDialog({ community, user, onClose }: Props) {
  // The cache of the directory holds public data only.
  const cache = openUserCache(user.id)
  const claims = useQuery(ownClaims(user.id), cache)
  const claim = claims.data?.find((one) => one.community_id === community.id && !one.outcome)

  return (
    <ProofDialog
      community={community}
      title="Claim this community"
      advice={{
        live: 'Check that the group has exactly this code in its name or description. WhatsApp can take a minute to show it. Then try again.',
        dead: "It leads to no group at the moment, so it can't be proved.",
      }}
      introduction={
        <p>
          If you manage the WhatsApp group, you can take over its listing here. First, prove it:
        </p>
      }
      failure="Failed to check the group"
      onChecked={() => cache.invalidateQueries(ownClaims(user.id))}
      describe={() => ({
        success: claim ? <Claimed claim={claim} /> : null,
        instead: claims.data ? null : claims.isError ? (
          <ErrorState title="Error loading your claims" query={claims} hasAdvice />
        ) : (
          <LoadingText />
        ),
      })}
      onClose={onClose}
    />
  )
}

function Claimed({ claim: { is_waiting, answer_due_at } }: { claim: OwnClaim }) {
  return (
    <>
      <p className="font-semibold">You have claimed this community</p>
      <p>
        {is_waiting
          ? `The present owner can answer until ${formatDate(answer_due_at)}. Then an admin decides, and we email you.`
          : 'An admin is reviewing your claim. We email you the decision.'}
      </p>
      <p>
        You can remove the code from the group now.{' '}
        <Link to="/profile?section=communities" className={textLink}>
          Your profile
        </Link>{' '}
        shows the state of your claim.
      </p>
    </>
  )
}
