import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Feedback.tsx'
import { errorMessage } from '../supabase/errors.ts'
import type { SentMail } from './continue-to.ts'
import { ProblemNotice } from './ProblemNotice.tsx'
import { sendLink } from './send-link.ts'
import type { View } from './SignInDialog.tsx'
import { SwitchLine } from './SwitchLine.tsx'
import type { Problem } from './useSubmit.ts'

type Props = { email: string; mail: SentMail; onView: (view: View) => void }

/** The same words whether or not there is an account for the address. */
export function CheckEmailView({ email, mail, onView }: Props) {
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle')
  const [problem, setProblem] = useState<Problem | null>(null)

  const sendAgain = async () => {
    setState('busy')
    setProblem(null)
    const failure = await sendLink(email, mail)
    setState(failure ? 'idle' : 'sent')
    if (failure) setProblem({ message: errorMessage(failure, 'We could not send it. Try again.') })
  }

  return (
    <div className="space-y-4">
      <Notice tone="success">
        {mail.kind === 'signup'
          ? 'One more step: follow the link we have sent to confirm your address.'
          : 'If there is an account for that address, we have sent a link.'}
      </Notice>
      <p>
        We used the address <strong className="wrap-anywhere">{email}</strong>. The email can take a
        few minutes; look into the spam folder too.
      </p>
      <ProblemNotice problem={problem} />
      {state === 'sent' && (
        <Notice>If there is an account for that address, we have sent another link.</Notice>
      )}
      <Button
        variant="secondary"
        busy={state === 'busy'}
        onClick={() => void sendAgain()}
        className="w-full"
      >
        {state === 'busy' ? 'Sending...' : 'Send it again'}
      </Button>
      <div className="space-y-1">
        <SwitchLine
          question="Wrong address?"
          action="Change it"
          onClick={() =>
            onView({ name: mail.kind === 'signup' ? 'create-account' : 'forgot-password', email })
          }
        />
        <SwitchLine action="Back to sign in" onClick={() => onView({ name: 'sign-in', email })} />
      </div>
    </div>
  )
}
