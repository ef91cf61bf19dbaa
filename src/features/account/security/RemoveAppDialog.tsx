import type { Factor } from '@supabase/supabase-js'
import { AppCodeForm, type EnteredCode } from '../../session/sign-in/AppCodeForm.tsx'
import type { SessionUser } from '../../session/useSession.ts'
import { useProfile } from '../../session/profile.ts'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { useWrite } from '../../data/useWrite.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Feedback.tsx'

type Props = {
  user: SessionUser
  app: Factor
  otherApps: Factor[]
  onClose: () => void
  onRemoved: () => void
}

/**
 * Removes an authenticator app. Asks for a new code, because this device may be unattended. The code must be from an app
 * that stays, if there is one: removing the app that raised the session to 'aal2' lowers it to 'aal1'.
 */
export function RemoveAppDialog({ user, app, otherApps, onClose, onRemoved }: Props) {
  const isLast = otherApps.length === 0
  const profile = useProfile(user)
  const removal = useWrite({
    write: async (entered: EnteredCode) => {
      unwrap(await supabase.auth.mfa.challengeAndVerify(entered))
      unwrap(await supabase.auth.mfa.unenroll({ factorId: app.id }))
    },
    failure: "Couldn't remove the app",
    showReasonIn: 'dialog',
    onSuccess: onRemoved,
  })
  const close = () => !removal.isPending && onClose()

  return (
    <Dialog onClose={close}>
      <div className="space-y-4">
        <p dir="auto" translate="no" className="font-semibold wrap-anywhere">
          {app.friendly_name}
        </p>
        <p>
          {isLast
            ? 'Your password alone will be enough to sign in. To remove the app, enter its code. This signs out your other devices.'
            : 'You will still need a code to sign in. To remove this app, enter a code from one that you keep. This signs out your other devices.'}
        </p>
        {isLast && profile?.is_admin && (
          <Notice tone="warning">
            You are an admin. If this project requires two-factor authentication of its admins, you
            can't review or manage anything until you add an app again.
          </Notice>
        )}
        <AppCodeForm
          apps={isLast ? [app] : otherApps}
          submitLabel="Remove"
          pendingLabel="Removing..."
          tone="danger"
          autoFocus
          isPending={removal.isPending}
          problem={removal.problem}
          onSubmit={(entered) => void removal.run(entered)}
        >
          <Button variant="secondary" className="w-full" onClick={close}>
            Cancel
          </Button>
        </AppCodeForm>
      </div>
    </Dialog>
  )
}
