import { useNavigate } from 'react-router-dom'
import { useDialogInUrl } from '../../lib/useDialogInUrl.ts'
import { useSession } from '../../session/useSession.ts'
import { callFunction } from '../../supabase/call-function.ts'
import { useWrite } from '../../supabase/useWrite.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmOnDemand } from '../../ui/on-demand-dialog.tsx'

export function DeleteAccount({ userId }: { userId: string }) {
  const dialog = useDialogInUrl('account')
  const { signOut } = useSession()
  const navigate = useNavigate()
  const deletion = useWrite({
    write: () => callFunction('delete-user', { body: { userId } }),
    success: 'Account deleted successfully',
    failure: 'Failed to delete account',
    showReasonIn: 'toast',
    onSuccess: () => {
      // Navigate first: the route guard of this screen would open the sign-in dialog.
      void navigate('/', { replace: true })
      // The session ended with the account.
      void signOut({ isEndedAtService: true })
    },
    // Closes the dialog, because screen readers cannot reach the toast behind it.
    onError: dialog.close,
  })

  return (
    <Card
      title="Delete Account"
      description="All your data is permanently removed: your profile, your communities and their images. This cannot be undone."
    >
      <Button variant="danger" onClick={() => dialog.open('delete')}>
        Delete Account
      </Button>
      {dialog.value === 'delete' && (
        <ConfirmOnDemand
          onClose={dialog.close}
          title="Are you sure?"
          confirmLabel="Yes, Delete My Account"
          pendingLabel="Deleting..."
          tone="danger"
          isPending={deletion.isPending}
          onConfirm={() => void deletion.run()}
        >
          This will permanently delete your account and all associated data.
        </ConfirmOnDemand>
      )}
    </Card>
  )
}
