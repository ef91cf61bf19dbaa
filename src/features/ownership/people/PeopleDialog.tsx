import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SessionUser } from '../../session/useSession.ts'
import { maxCoOwners } from '../../../supabase/rules/limits.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorState, Notice } from '../../../ui/Feedback.tsx'
import { LoadingRows } from '../../../ui/Loading.tsx'
import { isOwn, type OwnCommunity } from '../../community/own-communities.ts'
import { CoOwnerRow, InvitationRow, LeaveButton } from './PeopleRows.tsx'
import { InviteForm } from './InviteForm.tsx'
import { peopleQuery, sentInvitations } from './people.ts'

type Props = { user: SessionUser; community: OwnCommunity; onClose: () => void }

/** Who manages a community. The owner invites and removes; a co-owner sees the owner and can leave. */
export function PeopleDialog({ user, community, onClose }: Props) {
  return (
    <Dialog
      onClose={onClose}
      description={
        <span dir="auto" translate="no" className="wrap-anywhere">
          {community.name}
        </span>
      }
    >
      {isOwn(community, user) ? (
        <OwnersView community={community} />
      ) : (
        <CoOwnersView user={user} community={community} onClose={onClose} />
      )}
    </Dialog>
  )
}

function OwnersView({ community }: Pick<Props, 'community'>) {
  const people = useQuery(peopleQuery)
  const invitations = useQuery(sentInvitations(community.id))
  const [problem, setProblem] = useState<string | null>(null)
  const failed = [people, invitations].find(({ isLoadingError }) => isLoadingError)
  if (failed) return <ErrorState title="Error loading the people" query={failed} />
  if (!people.data || !invitations.data) return <LoadingRows />
  const coOwners = people.data.filter(({ community_id }) => community_id === community.id)
  const isAlone = coOwners.length + invitations.data.length === 0

  return (
    <div className="space-y-6">
      <p className="text-sm text-ink-soft">
        {`Up to ${maxCoOwners} co-owners can edit this community, see its joins and answer claims. Only you can delete it, hand it over and choose the co-owners.`}
      </p>
      {isAlone ? (
        <p>No co-owners yet.</p>
      ) : (
        // Receives the focus when the focused row disappears.
        <ul aria-label="Co-owners and invitations" tabIndex={-1} className="divide-y divide-line">
          {coOwners.map((person) => (
            <CoOwnerRow key={person.user_id} community={community} person={person} />
          ))}
          {invitations.data.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} onProblem={setProblem} />
          ))}
        </ul>
      )}
      {problem && <Notice tone="danger">{problem}</Notice>}
      <InviteForm community={community} />
    </div>
  )
}

function CoOwnersView({ user, community, onClose }: Props) {
  const people = useQuery(peopleQuery)
  if (people.isLoadingError) return <ErrorState title="Error loading the people" query={people} />
  if (!people.data) return <LoadingRows />
  const owner = people.data.find(({ community_id }) => community_id === community.id)

  return (
    <div className="space-y-4">
      <p>You are a co-owner. You can edit this community, see its joins and answer claims.</p>
      {owner && (
        <p className="wrap-anywhere">
          <span>Owner: </span>
          <span dir="auto" translate="no" className="font-semibold">
            {owner.name}
          </span>
        </p>
      )}
      <p className="text-sm text-ink-soft">
        The owner can remove you, and can make you the owner when they delete their account.
      </p>
      <LeaveButton user={user} community={community} onLeft={onClose} />
    </div>
  )
}
