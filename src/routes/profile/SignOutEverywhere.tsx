import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { loadSessionTools } from '../../session/useAuthState.ts'
import { useSession } from '../../session/useSession.ts'
import { useWrite } from '../../supabase/useWrite.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

/**
 * For somebody who lost a phone. 'Sign out' in the account menu ends the session of this browser only, even when the
 * service cannot be reached; here nothing ends until the service has confirmed it for every device.
 */
export function SignOutEverywhere() {
  const [isAsking, setIsAsking] = useState(false)
  const { signOut } = useSession()
  const ending = useWrite({
    write: async () => (await loadSessionTools()).endAllSessions(),
    success: 'You are signed out everywhere',
    failure: 'Could not sign you out everywhere',
    reasonIn: 'dialog',
    onSuccess: () => void signOut({ isEndedAtService: true }),
  })
  const changeAsking = (isWanted: boolean) => {
    setIsAsking(isWanted)
    if (!isWanted) ending.reset()
  }

  return (
    <Card
      title="Sessions"
      description="Lost a phone, or used a computer that others use? End your sessions on every device, this one included."
    >
      <Button variant="secondary" icon={LogOut} onClick={() => changeAsking(true)}>
        Sign out everywhere
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={changeAsking}
        title="Sign out everywhere?"
        confirmLabel={ending.isError ? 'Try again' : 'Sign out everywhere'}
        busyLabel="Signing out..."
        busy={ending.isPending}
        error={ending.problem}
        onConfirm={() => void ending.run()}
      >
        You will have to sign in again on this device and on every other one. A page that is open
        elsewhere may take up to an hour to notice. Drafts on this device are deleted.
      </ConfirmDialog>
    </Card>
  )
}
