import { useState } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import { CheckEmailView } from './CheckEmailView.tsx'
import { rememberedMail, type MailKind, type SignInRequest } from './continue-to.ts'
import { CreateAccountView } from './CreateAccountView.tsx'
import { ForgotPasswordView } from './ForgotPasswordView.tsx'
import { LinkProblemView } from './LinkProblemView.tsx'
import { NewPasswordView } from './NewPasswordView.tsx'
import { SignInView } from './SignInView.tsx'

export type SignInDialogProps = {
  request: SignInRequest
  onClose: () => void
  onPasswordSet: (request: SignInRequest) => void
}

export type View =
  | { name: 'sign-in' | 'create-account' | 'forgot-password' | 'link-problem'; email: string }
  | { name: 'check-email'; email: string; kind: MailKind }

const titles: Record<View['name'] | 'new-password', string> = {
  'sign-in': 'Sign in',
  'create-account': 'Create your account',
  'forgot-password': 'Forgot your password?',
  'link-problem': 'That link did not work',
  'check-email': 'Check your email',
  'new-password': 'Set a new password',
}

/** One dialog for everything around signing in; the provider closes it once somebody is signed in. */
export function SignInDialog({ request, onClose, onPasswordSet }: SignInDialogProps) {
  const [view, setView] = useState<View>({
    name: request.problem ? 'link-problem' : 'sign-in',
    email: '',
  })
  const name = request.purpose === 'new-password' ? 'new-password' : view.name
  const { continueTo } = request

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={titles[name]}
      size="sm"
    >
      {name === 'new-password' && <NewPasswordView onDone={() => onPasswordSet(request)} />}
      {name === 'sign-in' && (
        <SignInView email={view.email} continueTo={continueTo} onView={setView} />
      )}
      {name === 'create-account' && (
        <CreateAccountView email={view.email} continueTo={continueTo} onView={setView} />
      )}
      {name === 'forgot-password' && (
        <ForgotPasswordView email={view.email} continueTo={continueTo} onView={setView} />
      )}
      {name === 'link-problem' && request.problem && (
        <LinkProblemView
          problem={request.problem}
          mail={rememberedMail() ?? { kind: 'recovery', continueTo }}
          onView={setView}
        />
      )}
      {name === 'check-email' && view.name === 'check-email' && (
        <CheckEmailView
          email={view.email}
          mail={{ kind: view.kind, continueTo }}
          onView={setView}
        />
      )}
    </Dialog>
  )
}
