import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isolate } from '../../../lib/isolate.ts'
import type { SessionUser } from '../../session/useSession.ts'
import { failureMessage, unwrap } from '../../../supabase/errors.ts'
import { loadClient } from '../../../supabase/load-client.ts'
import { useWrite } from '../../data/useWrite.ts'
import { SmallButton } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { formatDate } from '../../../ui/format.ts'
import { type OwnCommunity, ownCommunitiesFilter } from '../../community/own-communities.ts'
import { peopleFilter, type Person, type SentInvitation } from './people.ts'

type CommunityProps = { community: OwnCommunity }

type Removal = { success: string; failure: string; onSuccess: () => void }

function useRemoval(communityId: string, userId: string, { onSuccess, ...texts }: Removal) {
  const queries = useQueryClient()
  return useWrite({
    write: async () => {
      const supabase = await loadClient()
      const removed = { community_id: communityId, user_id: userId }
      unwrap(await supabase.rpc('remove_co_owner', removed))
    },
    ...texts,
    showReasonIn: 'dialog',
    onSuccess,
    onSettled: () => queries.invalidateQueries(peopleFilter),
  })
}

export function CoOwnerRow({ community, person }: CommunityProps & { person: Person }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const removal = useRemoval(community.id, person.user_id, {
    success: 'Co-owner removed',
    failure: 'Failed to remove the co-owner',
    onSuccess: () => setIsConfirming(false),
  })
  const close = () => {
    setIsConfirming(false)
    removal.reset()
  }

  return (
    <li className="flex flex-wrap items-center gap-3 py-2">
      <p className="min-w-0 flex-1 basis-48">
        <span dir="auto" translate="no" className="block w-fit font-semibold wrap-anywhere">
          {person.name}
        </span>
        <span className="text-sm text-ink-soft">
          {`Co-owner since ${formatDate(person.added_at)}`}
        </span>
      </p>
      <SmallButton
        aria-label={`Remove ${isolate(person.name)}`}
        onClick={() => setIsConfirming(true)}
      >
        Remove
      </SmallButton>
      {isConfirming && (
        <ConfirmDialog
          onClose={close}
          title="Remove this co-owner?"
          confirmLabel="Remove"
          tone="danger"
          isPending={removal.isPending}
          error={removal.problem}
          onConfirm={() => void removal.run()}
        >
          <span dir="auto" translate="no" className="font-semibold wrap-anywhere">
            {person.name}
          </span>
          <span> can no longer see or edit this community. What they changed stays.</span>
        </ConfirmDialog>
      )}
    </li>
  )
}

type InvitationProps = {
  invitation: SentInvitation
  /** Reports the last failure outside the row, which disappears if the invitation was answered. */
  onProblem: (problem: string | null) => void
}

export function InvitationRow({ invitation, onProblem }: InvitationProps) {
  const failure = 'Failed to withdraw the invitation'
  const queries = useQueryClient()
  const { id, email, kind, expires_at } = invitation
  const withdrawal = useWrite({
    write: async () => {
      const supabase = await loadClient()
      unwrap(await supabase.rpc('withdraw_invitation', { invitation_id: id }))
    },
    failure,
    showReasonIn: 'dialog',
    onMutate: () => onProblem(null),
    onError: (error) => onProblem(failureMessage(failure, error)),
    onSettled: () => queries.invalidateQueries(peopleFilter),
  })
  return (
    <li className="flex flex-wrap items-center gap-3 py-2">
      <p className="min-w-0 flex-1 basis-48">
        <span translate="no" className="block font-semibold wrap-anywhere">
          {email}
        </span>
        <span className="text-sm text-ink-soft">
          {`${kind === 'transfer' ? 'Invited to take over' : 'Invited as co-owner'}, open until ${formatDate(expires_at)}`}
        </span>
      </p>
      <SmallButton
        aria-label={`Withdraw the invitation of ${email}`}
        isPending={withdrawal.isPending}
        onClick={() => void withdrawal.run()}
      >
        Withdraw
      </SmallButton>
    </li>
  )
}

type LeaveProps = CommunityProps & { user: SessionUser; onLeft: () => void }

export function LeaveButton({ user, community, onLeft }: LeaveProps) {
  const queries = useQueryClient()
  const [isConfirming, setIsConfirming] = useState(false)
  const removal = useRemoval(community.id, user.id, {
    success: 'You are no longer a co-owner',
    failure: "Couldn't remove you as a co-owner",
    onSuccess: () => {
      onLeft()
      void queries.invalidateQueries(ownCommunitiesFilter)
    },
  })
  const close = () => {
    setIsConfirming(false)
    removal.reset()
  }
  return (
    <>
      <SmallButton onClick={() => setIsConfirming(true)}>Leave</SmallButton>
      {isConfirming && (
        <ConfirmDialog
          onClose={close}
          title="Stop being a co-owner?"
          confirmLabel="Leave"
          tone="danger"
          isPending={removal.isPending}
          error={removal.problem}
          onConfirm={() => void removal.run()}
        >
          You can no longer see or edit this community here. Only its owner can invite you again.
        </ConfirmDialog>
      )}
    </>
  )
}
