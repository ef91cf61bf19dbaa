import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Mail } from 'lucide-react'
import { useRef, useState } from 'react'
import { readItem, writeItem } from '../../../lib/browser-storage.ts'
import { useDialogInUrl } from '../../../lib/useDialogInUrl.ts'
import type { SessionUser } from '../../session/useSession.ts'
import { useWrite } from '../../data/useWrite.ts'
import { GhostButton, SmallButton } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Feedback.tsx'
import { formatMoment } from '../../../ui/format.ts'
import { lazyDialog } from '../../../ui/lazy.tsx'
import { Fact } from '../Fact.tsx'
import { SecurityPart } from './SecurityPart.tsx'
import { authUserQuery, type PendingEmail, requestEmailChange } from './auth-user.ts'

// On demand: they share the form library with the sign-in dialog.
const ChangePassword = lazyDialog(
  async () => (await import('./ChangePassword.tsx')).ChangePassword,
  { title: 'Change your password', size: 'sm' },
)
const ChangeEmail = lazyDialog(async () => (await import('./ChangeEmail.tsx')).ChangeEmail, {
  title: 'Change your sign-in email',
  size: 'sm',
})

/** How long a link in an email works: `otp_expiry` in supabase/config.toml. */
export const linkLifetimeMs = 3600 * 1000

export function SignInSettings({ user }: { user: SessionUser }) {
  const dialog = useDialogInUrl('account')
  const { data: account, isError } = useQuery(authUserQuery(user))
  const email = account?.email ?? user.email
  const pending = account?.pendingEmail
  const changeButton = useRef<HTMLButtonElement>(null)

  // The auth service cannot cancel a change, so this browser hides it. A new request has another time, which shows it.
  const hiddenKey = `hidden-email-change-${user.id}`
  const [hidden, setHidden] = useState(() => readItem(hiddenKey))
  const pendingId = pending ? `${pending.email} ${pending.sentAt}` : ''
  const hide = () => {
    writeItem(hiddenKey, pendingId)
    setHidden(pendingId)
    changeButton.current?.focus()
  }

  return (
    <SecurityPart
      title="Sign-in"
      hint="The email and password you sign in with. The contact email in Profile Settings is only for contacting you."
    >
      <dl className="space-y-2">
        <Fact label="Sign-in email">
          <p translate="no">{email}</p>
        </Fact>
        <Fact label="Last sign-in">
          {account?.lastSignInAt
            ? formatMoment(account.lastSignInAt)
            : isError && <p className="text-ink-soft">Couldn't load it</p>}
        </Fact>
      </dl>
      {pending && hidden !== pendingId && (
        <PendingEmailChange key={pending.email} email={email} pending={pending} onHide={hide} />
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <SmallButton ref={changeButton} icon={Mail} onClick={() => dialog.open('email')}>
          Change email
        </SmallButton>
        <SmallButton icon={KeyRound} onClick={() => dialog.open('password')}>
          Change password
        </SmallButton>
      </div>
      {dialog.value === 'password' && <ChangePassword email={email} onClose={dialog.close} />}
      {dialog.value === 'email' && <ChangeEmail email={email} onClose={dialog.close} />}
    </SecurityPart>
  )
}

type PendingProps = { email: string; pending: PendingEmail; onHide: () => void }

function PendingEmailChange({ email, pending, onHide }: PendingProps) {
  const queries = useQueryClient()
  const sending = useWrite({
    write: () => requestEmailChange(queries, pending.email),
    failure: "Couldn't send the links again",
    showReasonIn: 'form',
  })

  return (
    <div className="mt-5 space-y-3">
      {isExpired(pending) ? (
        <Notice tone="warning" title="Your sign-in email hasn't changed">
          <p>
            The links for <strong translate="no">{email}</strong> and{' '}
            <strong translate="no">{pending.email}</strong> no longer work.
          </p>
        </Notice>
      ) : (
        <Notice title="Confirm your new sign-in email">
          <p>
            You should get a link at both <strong translate="no">{email}</strong> and{' '}
            <strong translate="no">{pending.email}</strong> within a few minutes. Confirm the change
            with both within an hour. Until then, you sign in with{' '}
            <strong translate="no">{email}</strong>.
          </p>
        </Notice>
      )}
      {sending.problem && <Notice tone="danger">{sending.problem}</Notice>}
      {sending.isSuccess && (
        <Notice tone="success">New links are on their way. The earlier ones no longer work.</Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <SmallButton isPending={sending.isPending} onClick={() => void sending.run()}>
          {sending.isPending ? 'Sending...' : 'Send the links again'}
        </SmallButton>
        <GhostButton onClick={onHide}>Hide</GhostButton>
      </div>
    </div>
  )
}

const isExpired = ({ sentAt }: PendingEmail) =>
  sentAt === null || Date.now() - sentAt > linkLifetimeMs
