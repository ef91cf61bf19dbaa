import { useState } from 'react'
import { Dialog } from '../../../ui/Dialog.tsx'
import { readRequestedLink } from '../requested-link.ts'
import { getFirstView, type SignInRequest, signInTitles, type View } from '../sign-in-request.ts'
import { describeReason, type SignInReason } from '../sign-in-reason.ts'
import { CreateAccountView } from './CreateAccountView.tsx'
import { CheckEmailView, ForgotPasswordView, LinkProblemView } from './EmailLinkViews.tsx'
import { NewPasswordView } from './NewPasswordView.tsx'
import { SignInView } from './SignInView.tsx'

/** The views that name the reason, with the beginning of the sentence. */
const beginnings: Partial<Record<View['name'], string>> = {
  'sign-in': 'Sign in',
  'create-account': 'Create a free account',
}

type Props = {
  request: SignInRequest
  onClose: () => void
  onPasswordSet: (request: SignInRequest) => void
}

/** The dialog for everything about signing in. The provider closes it once the user is signed in. */
export function SignInDialog({ request, onClose, onPasswordSet }: Props) {
  const { continueTo, problem, reason } = request
  const [view, setView] = useState<View>({ name: getFirstView(request), email: '' })
  const { name } = view
  const shared = { email: view.email, continueTo, onView: setView }

  const begin = reason && beginnings[name]
  const description = begin && <Reason reason={reason} begin={begin} />

  return (
    <Dialog onClose={onClose} title={signInTitles[name]} size="sm" description={description}>
      {(name === 'new-password' || name === 'check-password') && (
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
      {view.name === 'check-email' && (
        <CheckEmailView email={view.email} requestedLink={view.requestedLink} onView={setView} />
      )}
    </Dialog>
  )
}

function Reason({ begin, reason }: { begin: string; reason: SignInReason }) {
  const { text, community } = describeReason(reason)
  return (
    <>
      <span>{`${begin} ${text}`}</span>{' '}
      {community && (
        <strong dir="auto" translate="no" className="font-semibold wrap-anywhere text-ink">
          {community}
        </strong>
      )}
    </>
  )
}
