import { useQuery } from '@tanstack/react-query'
import { KeyRound, Mail } from 'lucide-react'
import { useRef, useState } from 'react'
import { useDialogInUrl } from '../../../lib/useDialogInUrl.ts'
import type { SessionUser } from '../../../session/useSession.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { formatMoment } from '../../../ui/format.ts'
import { onDemandDialog } from '../../../ui/on-demand-dialog.tsx'
import { PendingEmailChange } from './PendingEmailChange.tsx'
import { hideEmailChange, isEmailChangeHidden, signInAccountQuery } from './sign-in-account.ts'

// On demand: they share the form library with the sign-in dialog.
const ChangePassword = onDemandDialog(
  async () => (await import('./ChangePassword.tsx')).ChangePassword,
  { title: 'Change your password', size: 'sm' },
)
const ChangeEmail = onDemandDialog(async () => (await import('./ChangeEmail.tsx')).ChangeEmail, {
  title: 'Change your sign-in email',
  size: 'sm',
})

/** The email and password that the user signs in with. */
export function SignInSettings({ user }: { user: SessionUser }) {
  const dialog = useDialogInUrl('account')
  const { data: account, isError } = useQuery(signInAccountQuery(user))
  const email = account?.email ?? user.email
  const changeButton = useRef<HTMLButtonElement>(null)
  // Storage is not reactive.
  const [, setHiddenEmail] = useState<string | null>(null)
  const pending = account?.pending
  const hide = (newEmail: string) => {
    hideEmailChange(user.id, newEmail)
    setHiddenEmail(newEmail)
    changeButton.current?.focus()
  }

  return (
    <Card
      title="Sign-in"
      description="The email and password you sign in with. The email in Profile Settings is only for contacting you."
    >
      <dl className="space-y-4">
        <div>
          <dt className="text-sm text-ink-soft">Sign-in email</dt>
          <dd translate="no" className="font-medium">
            {email}
          </dd>
        </div>
        <div>
          <dt className="text-sm text-ink-soft">Last sign-in</dt>
          <dd className="min-h-6 font-medium">
            {account?.lastSignInAt
              ? formatMoment(account.lastSignInAt)
              : isError && <span className="text-ink-soft">Couldn't load it</span>}
          </dd>
        </div>
      </dl>
      {pending && !isEmailChangeHidden(user.id, pending.email) && (
        <PendingEmailChange
          key={pending.email}
          email={email}
          pending={pending}
          onHide={() => hide(pending.email)}
        />
      )}
      <div className="mt-5 flex flex-wrap gap-2">
        <Button
          ref={changeButton}
          variant="secondary"
          icon={Mail}
          onClick={() => dialog.open('email')}
        >
          Change email
        </Button>
        <Button variant="secondary" icon={KeyRound} onClick={() => dialog.open('password')}>
          Change password
        </Button>
      </div>
      {dialog.value === 'password' && <ChangePassword email={email} onClose={dialog.close} />}
      {dialog.value === 'email' && <ChangeEmail email={email} onClose={dialog.close} />}
    </Card>
  )
}
