import { useState } from 'react'
import { readTabItem } from '../../../lib/browser-storage.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { typedEmailKey } from '../requested-email.ts'
import { actions, getTitle, type SignInReason, type SignInRequest } from '../sign-in-request.ts'
import type { AccountSwitch } from '../useSession.ts'
import { Captcha } from './Captcha.tsx'
import {
  CheckEmailView,
  ConfirmLinkView,
  ForgotPasswordView,
  LinkProblemView,
} from './EmailLinkViews.tsx'
import { readSentCode } from './email-code.ts'
import { EmailView, EnterCodeView } from './EmailCodeViews.tsx'
import { CreateAccountView, NewPasswordView, PasswordView } from './PasswordViews.tsx'
import { ProviderProblemView } from './ProviderButtons.tsx'
import { type View, viewTitles } from './sign-in-fields.tsx'

// In the same chunk: a code follows, and canceling it signs out.
export { signOut } from '../sign-out.ts'
export { AppCodeDialog } from './AppCodeDialog.tsx'

type Props = {
  request: SignInRequest
  onClose: () => void
  onPasswordSet: () => void
}

/** The dialog for everything about signing in. It closes by itself once the user is signed in. */
export function SignInDialog({ request, onClose, onPasswordSet }: Props) {
  const { continueTo, problem, reason, emailToken } = request
  const [view, setView] = useState(() => getFirstView(request))
  const { name } = view
  const shared = { email: view.email, continueTo, onView: setView }

  const begin = reason && beginnings[name]
  const description = begin && <Reason reason={reason} begin={begin} />

  return (
    <Dialog
      onClose={onClose}
      title={viewTitles[name] || getTitle(request)}
      size="sm"
      description={description}
    >
      <Captcha />
      {name === 'sign-in' && <EmailView {...shared} />}
      {name === 'enter-code' && <EnterCodeView {...shared} />}
      {name === 'password' && <PasswordView {...shared} />}
      {name === 'create-account' && <CreateAccountView {...shared} />}
      {name === 'forgot-password' && <ForgotPasswordView {...shared} />}
      {name === 'check-email' && <CheckEmailView {...shared} />}
      {name === 'confirm-link' && emailToken && (
        <ConfirmLinkView token={emailToken} onClose={onClose} />
      )}
      {name === 'link-problem' && problem && <LinkProblemView {...shared} problem={problem} />}
      {name === 'provider-problem' && problem && (
        <ProviderProblemView {...shared} problem={problem} />
      )}
      {(name === 'new-password' || name === 'check-password') && (
        <NewPasswordView isOptional={name === 'check-password'} onDone={onPasswordSet} />
      )}
    </Dialog>
  )
}

/** A reload, or opening the dialog again, returns to the code that was sent, or to the email that was typed. */
function getFirstView({ view }: SignInRequest): View {
  const sent = view === 'sign-in' ? readSentCode() : null
  return sent
    ? { name: 'enter-code', email: sent.email }
    : { name: view, email: readTabItem(typedEmailKey) ?? '' }
}

/** The views that name the reason, with the beginning of the sentence. */
const beginnings: Partial<Record<View['name'], string>> = {
  'sign-in': 'Enter your email',
  password: 'Sign in',
  'create-account': 'Create a free account',
}

function Reason({ begin, reason }: { begin: string; reason: SignInReason }) {
  return (
    <>
      <span>{`${begin} ${actions[reason.action]}`}</span>{' '}
      {reason.community && (
        <strong dir="auto" translate="no" className="font-semibold wrap-anywhere text-ink">
          {reason.community}
        </strong>
      )}
    </>
  )
}

/** Asks before a link, or a sign-in that began before another one, replaces the session of another account. */
export function SwitchAccountDialog({
  current,
  other,
  answer,
  onClose,
}: AccountSwitch & { onClose: () => void }) {
  const [isBusy, setIsBusy] = useState(false)

  return (
    <ConfirmDialog
      onClose={onClose}
      confirmLabel="Switch account"
      pendingLabel="Switching..."
      cancelLabel="Keep my account"
      isPending={isBusy}
      onConfirm={() => {
        setIsBusy(true)
        answer(true)
      }}
    >
      <p>
        You are signed in as{' '}
        <strong dir="auto" translate="no" className="text-ink">
          {current}
        </strong>
        . Continuing signs you in as{' '}
        <strong dir="auto" translate="no" className="text-ink">
          {other}
        </strong>
        .
      </p>
      <p className="mt-2">If you didn't expect this, keep your account.</p>
    </ConfirmDialog>
  )
}
