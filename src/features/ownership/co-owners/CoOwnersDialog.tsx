import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isolate } from '../../../lib/isolate.ts'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { maxCoOwners } from '../../../supabase/rules/limits.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorState, Notice } from '../../../ui/Feedback.tsx'
import { LoadingRows } from '../../../ui/Loading.tsx'
import { formatDate } from '../../../ui/format.ts'
import {
  isOwn,
  type OwnCommunity,
  ownCommunitiesFilter,
} from '../../community/own-community-queries.ts'
import { ConfirmButton } from '../../data/ConfirmButton.tsx'
import type { SessionUser } from '../../session/useSession.ts'
import { InvitationRow, InviteForm } from './Invitations.tsx'
import { type CoOwner, coOwnersFilter, coOwnersQuery, sentInvitations } from './co-owners.ts'

type Props = { user: SessionUser; community: OwnCommunity }

type DialogProps = Props & { onClose: () => void }

/** Who manages a community. The owner invites and removes; a co-owner sees the owner and can leave. */
export function CoOwnersDialog({ user, community, onClose }: DialogProps) {
  return (
    <Dialog onClose={onClose} title="People" subject={community.name}>
      {isOwn(community, user) ? (
        <OwnersView community={community} />
      ) : (
        <CoOwnersView user={user} community={community} onClose={onClose} />
      )}
    </Dialog>
  )
}

function OwnersView({ community }: Pick<Props, 'community'>) {
  const coOwners = useQuery(coOwnersQuery)
  const invitations = useQuery(sentInvitations(community.id))
  const [problem, setProblem] = useState<string | null>(null)
  const failed = [coOwners, invitations].find(({ isLoadingError }) => isLoadingError)
  if (failed) return <ErrorState title="Error loading the people" query={failed} />
  if (!coOwners.data || !invitations.data) return <LoadingRows />
  const own = coOwners.data.filter(({ community_id }) => community_id === community.id)
  const isAlone = own.length + invitations.data.length === 0

  return (
    <div className="space-y-6">
      <p className="text-sm text-ink-soft">
        {`Up to ${maxCoOwners} co-owners can edit this community and see its joins and claims. Only you can answer claims, delete it, hand it over and choose the co-owners.`}
      </p>
      {isAlone ? (
        <p>No co-owners yet.</p>
      ) : (
        // Receives the focus when the focused row disappears.
        <ul aria-label="Co-owners and invitations" tabIndex={-1} className="divide-y divide-line">
          {own.map((coOwner) => (
            <CoOwnerRow key={coOwner.user_id} community={community} coOwner={coOwner} />
          ))}
          {invitations.data.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} onProblem={setProblem} />
          ))}
        </ul>
      )}
      {problem && <Notice tone="danger">{problem}</Notice>}
      <InviteForm communityId={community.id} />
    </div>
  )
}

function CoOwnersView({ user, community, onClose }: DialogProps) {
  const coOwners = useQuery(coOwnersQuery)
  if (coOwners.isLoadingError)
    return <ErrorState title="Error loading the people" query={coOwners} />
  if (!coOwners.data) return <LoadingRows />
  const owner = coOwners.data.find(({ community_id }) => community_id === community.id)

  return (
    <div className="space-y-4">
      <p>You are a co-owner. You can edit this community, and see its joins and claims.</p>
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

const removeCoOwner = async (community_id: string, user_id: string) =>
  unwrap(await supabase.rpc('remove_co_owner', { community_id, user_id }))

function CoOwnerRow({ community, coOwner }: Pick<Props, 'community'> & { coOwner: CoOwner }) {
  const queries = useQueryClient()
  return (
    <li className="flex flex-wrap items-center gap-3 py-2">
      <p className="min-w-0 flex-1 basis-48">
        <span dir="auto" translate="no" className="block w-fit font-semibold wrap-anywhere">
          {coOwner.name}
        </span>
        <span className="text-sm text-ink-soft">
          {`Co-owner since ${formatDate(coOwner.added_at)}`}
        </span>
      </p>
      <ConfirmButton
        button={{ 'aria-label': `Remove ${isolate(coOwner.name)}`, children: 'Remove' }}
        title="Remove this co-owner?"
        confirmLabel="Remove"
        tone="danger"
        action={{
          write: () => removeCoOwner(community.id, coOwner.user_id),
          success: 'Co-owner removed',
          failure: 'Failed to remove the co-owner',
          onSettled: () => queries.invalidateQueries(coOwnersFilter),
        }}
      >
        <span dir="auto" translate="no" className="font-semibold wrap-anywhere">
          {coOwner.name}
        </span>
        <span> can no longer see or edit this community. What they changed stays.</span>
      </ConfirmButton>
    </li>
  )
}

type LeaveProps = Props & { onLeft: () => void }

function LeaveButton({ user, community, onLeft }: LeaveProps) {
  const queries = useQueryClient()
  return (
    <ConfirmButton
      button={{ children: 'Leave' }}
      title="Stop being a co-owner?"
      confirmLabel="Leave"
      tone="danger"
      action={{
        write: () => removeCoOwner(community.id, user.id),
        success: 'You are no longer a co-owner',
        failure: "Couldn't remove you as a co-owner",
        onSuccess: () => {
          onLeft()
          void queries.invalidateQueries(ownCommunitiesFilter)
        },
        onSettled: () => queries.invalidateQueries(coOwnersFilter),
      }}
    >
      You can no longer see or edit this community here. Only its owner can invite you again.
    </ConfirmButton>
  )
}
