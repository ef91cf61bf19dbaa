import { useEffect } from 'react'
import { brand } from '../../../app/brand.ts'
import { readUserAndUpdateSession } from '../../../supabase/read-user.ts'
import { supabase } from '../../../supabase/client.ts'
import { hasErrorCode, unwrap } from '../../../supabase/errors.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { accentLink } from '../../../ui/text-link.ts'
import { useWrite } from '../../data/useWrite.ts'
import type { CodeRequest } from '../useSession.ts'
import { AppCodeForm, type EnteredCode } from './AppCodeForm.tsx'

type Props = CodeRequest & {
  /** The user has added the app on another device, while signed in on this one. */
  wasSignedIn: boolean
  onClose: () => void
}

/** Asks for the code that completes the sign-in. SessionDialogs closes it once a code is accepted, here or in another tab. */
export function AppCodeDialog({ email, apps, wasSignedIn, onClose }: Props) {
  const check = useWrite({
    write: async (entered: EnteredCode) =>
      unwrap(await supabase.auth.mfa.challengeAndVerify(entered)),
    failure: "We couldn't check your code. Try again.",
    showReasonIn: 'dialog',
    staysPending: true,
    onError: (error) => {
      if (!hasErrorCode(error, 'mfa_verification_failed')) updateFactors()
    },
  })

  // The stored session may be outdated: once the lost phone's app was removed, no code is required anymore.
  useEffect(updateFactors, [])

  // The response to a submitted code would sign in again.
  const close = () => !check.isPending && onClose()

  return (
    <Dialog onClose={close}>
      <div className="space-y-4">
        <p>
          <span>
            {wasSignedIn
              ? 'An authenticator app was added to your account on another device. Enter its code to continue as'
              : 'Open your authenticator app and enter its code to finish signing in as'}
          </span>{' '}
          <strong translate="no" className="wrap-anywhere">
            {email}
          </strong>
          .
        </p>
        <AppCodeForm
          apps={apps}
          autoFocus
          submitLabel="Continue"
          pendingLabel="Checking..."
          isPending={check.isPending}
          problem={check.error && (check.error.message || check.failure)}
          onSubmit={(entered) => void check.run(entered)}
        >
          <Button variant="secondary" disabled={check.isPending} className="w-full" onClick={close}>
            Cancel and sign out
          </Button>
        </AppCodeForm>
        <details className="text-sm text-ink-soft">
          <summary className="cursor-pointer py-1 font-semibold text-ink underline">
            Lost your phone?
          </summary>
          <p className="mt-1">
            <span>
              {apps.length > 1
                ? 'Choose another of your apps above, if you still have it. Otherwise write to'
                : 'Write to'}
            </span>{' '}
            <a
              href={`mailto:${brand.contactEmail}`}
              translate="no"
              className={`${accentLink} wrap-anywhere`}
            >
              {brand.contactEmail}
            </a>{' '}
            <span>
              from <span translate="no">{email}</span>.
            </span>{' '}
            <span>
              {`We check on WhatsApp that the account is yours: as an admin of one of your listed groups or, if you have none, at the phone number in your profile. Then we sign out every device and remove your authenticator ${apps.length > 1 ? 'apps' : 'app'}, passkeys, linked accounts and password, and you set a new password with 'Forgot your password?'.`}
            </span>
          </p>
        </details>
      </div>
    </Dialog>
  )
}

/** Fails silently: entering a code reports the same problem. */
function updateFactors() {
  readUserAndUpdateSession(supabase.auth).catch(() => undefined)
}
