import { LogOut } from 'lucide-react'
import { useDialogInUrl } from '../../../lib/useDialogInUrl.ts'
import { endAllSessions, signOut } from '../../session/sign-out.ts'
import { useWrite } from '../../data/useWrite.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { SecurityPart } from './SecurityPart.tsx'

/**
 * Ends the user's sessions on all devices. Unlike 'Sign out' in the account menu, which also works
 * offline, this changes nothing until the service confirms it.
 */
export function SignOutEverywhere() {
  const dialog = useDialogInUrl('account')
  const ending = useWrite({
    write: endAllSessions,
    success: 'You are signed out everywhere',
    failure: "Couldn't sign you out everywhere",
    showReasonIn: 'dialog',
    onSuccess: () => void signOut({ isEndedAtService: true }),
  })

  return (
    <SecurityPart
      title="Sessions"
      hint="Lost your phone, or used a shared computer? End your sessions on every device, including this one."
    >
      <Button variant="secondary" icon={LogOut} onClick={() => dialog.open('sign-out')}>
        Sign out everywhere
      </Button>
      {dialog.value === 'sign-out' && (
        <ConfirmDialog
          onClose={() => {
            dialog.close()
            ending.reset()
          }}
          title="Sign out everywhere?"
          confirmLabel={ending.error ? 'Try again' : 'Sign out everywhere'}
          pendingLabel="Signing out..."
          isPending={ending.isPending}
          error={ending.problem}
          onConfirm={() => void ending.run()}
        >
          You'll need to sign in again on every device, including this one. Pages that are open
          elsewhere can no longer load or save anything. Drafts on this device are deleted.
        </ConfirmDialog>
      )}
    </SecurityPart>
  )
}
