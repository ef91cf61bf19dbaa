import { useQuery } from '@tanstack/react-query'
import { KeyRound, Mail } from 'lucide-react'
import { useState } from 'react'
import type { SessionUser } from '../../../session/useSession.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { formatMoment } from '../../../ui/format.ts'
import { onDemandDialog } from '../../../ui/on-demand-dialog.tsx'
import { PendingEmailChange } from './PendingEmailChange.tsx'
import { signInAccountQuery } from './sign-in-account.ts'

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
  const [dialog, setDialog] = useState<'password' | 'email' | null>(null)
  const { data: account, isError } = useQuery(signInAccountQuery(user))
  const email = account?.email ?? user.email

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
      {account?.pending && (
        <PendingEmailChange key={account.pending.email} email={email} pending={account.pending} />
      )}
      <div className="mt-5 flex flex-wrap gap-2">
        <Button variant="secondary" icon={Mail} onClick={() => setDialog('email')}>
          Change email
        </Button>
        <Button variant="secondary" icon={KeyRound} onClick={() => setDialog('password')}>
          Change password
        </Button>
      </div>
      {dialog === 'password' && <ChangePassword email={email} onClose={() => setDialog(null)} />}
      {dialog === 'email' && <ChangeEmail email={email} onClose={() => setDialog(null)} />}
    </Card>
  )
}
