import { useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { readRequestedLink } from '../requested-link.ts'
import type { SignInRequest } from '../sign-in-request.ts'
import { CreateAccountView } from './CreateAccountView.tsx'
import { CheckEmailView, ForgotPasswordView, LinkProblemView } from './EmailLinkViews.tsx'
import type { View } from './sign-in-fields.tsx'
import { NewPasswordView } from './NewPasswordView.tsx'
import { SignInView } from './SignInView.tsx'

type Props = {
  request: SignInRequest
  onClose: () => void
  onPasswordSet: (request: SignInRequest) => void
}

const titles: Record<View['name'] | 'new-password' | 'check-password', string> = {
  'sign-in': 'Sign in',
  'create-account': 'Create your account',
  'forgot-password': 'Forgot your password?',
  'link-problem': "That link didn't work",
  'check-email': 'Check your email',
  'new-password': 'Set a new password',
  'check-password': 'Set a new password?',
}

/** The dialog for everything about signing in. The provider closes it once the user is signed in. */
export function SignInDialog({ request, onClose, onPasswordSet }: Props) {
  const { purpose, continueTo, problem } = request
  const [view, setView] = useState<View>({ name: problem ? 'link-problem' : 'sign-in', email: '' })
  const setsPassword = purpose === 'new-password' || purpose === 'check-password'
  const name = setsPassword ? purpose : view.name
  const shared = { email: view.email, continueTo, onView: setView }

  return (
    <Dialog onClose={onClose} title={titles[name]} size="sm">
      {setsPassword && (
        <NewPasswordView
          isOptional={name === 'check-password'}
          onDone={() => onPasswordSet(request)}
        />
      )}
      {name === 'sign-in' && <SignInView {...shared} />}
      {name === 'create-account' && <CreateAccountView {...shared} />}
      {name === 'forgot-password' && <ForgotPasswordView {...shared} />}
      {name === 'link-problem' && problem && (
        <LinkProblemView
          problem={problem}
          requestedLink={readRequestedLink() ?? { kind: 'recovery', continueTo }}
          onView={setView}
        />
      )}
      {name === 'check-email' && view.name === 'check-email' && (
        <CheckEmailView email={view.email} requestedLink={view.requestedLink} onView={setView} />
      )}
    </Dialog>
  )
}
