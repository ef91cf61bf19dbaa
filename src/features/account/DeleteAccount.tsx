import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useDialogInUrl } from '../../lib/useDialogInUrl.ts'
import { signOut } from '../session/sign-out.ts'
import { callFunction } from '../../supabase/call-function.ts'
import { useWrite } from '../data/useWrite.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { LoadingRows } from '../../ui/Loading.tsx'
import { isOwn, ownCommunities } from '../community/own-community-queries.ts'
import { coOwnersQuery } from '../ownership/co-owners/co-owners.ts'
import { HandOverDialog } from '../ownership/co-owners/HandOverDialog.tsx'

export function DeleteAccount({ userId }: { userId: string }) {
  const dialog = useDialogInUrl('account')
  const navigate = useNavigate()
  const deletion = useWrite({
    write: () => callFunction('delete-user', { body: { userId } }),
    success: 'Account deleted successfully',
    failure: 'Failed to delete account',
    showReasonIn: 'toast',
    onSuccess: () => {
      // The session ended with the account. Sign out first: the route guard then knows that the user has just left.
      void signOut({ isEndedAtService: true })
      void navigate('/', { replace: true })
    },
    // Closes the dialog, because screen readers cannot reach the toast behind it.
    onError: dialog.close,
  })

  const isOpen = dialog.value === 'delete'
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    // The second dialog would return the focus to the first one.
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  return (
    <Card
      title="Delete Account"
      description="All your data is permanently removed: your profile, your communities and their images. This cannot be undone."
    >
      <Button ref={button} variant="danger" onClick={() => dialog.open('delete')}>
        Delete Account
      </Button>
      {isOpen && (
        <Dialogs
          userId={userId}
          isPending={deletion.isPending}
          onClose={dialog.close}
          onConfirm={() => void deletion.run()}
        />
      )}
    </Card>
  )
}

type DialogsProps = {
  userId: string
  isPending: boolean
  onClose: () => void
  onConfirm: () => void
}

/** Offers to hand over communities first, each time it opens: also when Forward opens it. */
function Dialogs({ userId, isPending, onClose, onConfirm }: DialogsProps) {
  const { isLoading, communities } = useSharedCommunities(userId)
  const [isContinued, setIsContinued] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  if (isLoading) {
    return (
      <Dialog title="Are you sure?" size="sm" onClose={onClose}>
        <LoadingRows />
      </Dialog>
    )
  }
  if (!isContinued && communities.length > 0) {
    return (
      <HandOverDialog
        communities={communities}
        problem={problem}
        onProblem={setProblem}
        onContinue={() => setIsContinued(true)}
        onClose={onClose}
      />
    )
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Are you sure?"
      confirmLabel="Yes, Delete My Account"
      pendingLabel="Deleting..."
      tone="danger"
      isPending={isPending}
      error={problem}
      onConfirm={onConfirm}
    >
      This will permanently delete your account and all associated data.
    </ConfirmDialog>
  )
}

/** The user's own communities with co-owners. None if they cannot be read: deleting must stay possible. */
function useSharedCommunities(userId: string) {
  const people = useQuery(coOwnersQuery)
  const list = useQuery(ownCommunities(userId))
  const communities = (list.data ?? [])
    .filter((community) => isOwn(community, { id: userId }))
    .map(({ id, name }) => ({
      id,
      name,
      coOwners: (people.data ?? []).filter(({ community_id }) => community_id === id),
    }))
    .filter(({ coOwners }) => coOwners.length > 0)
  return { isLoading: people.isLoading || list.isLoading, communities }
}
