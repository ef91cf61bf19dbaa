import { toast } from '../../../ui/toast.tsx'
import { toUserError, UserError } from '../../../supabase/errors.ts'
import { useWrite } from '../../data/useWrite.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import {
  type EmailToken,
  type EmailTokenType,
  firstLinkConfirmed,
  type LinkSession,
} from '../read-email-link.ts'
import { verifyEmailToken } from '../useEmailLinks.ts'
import { ProblemNotice } from './ProblemNotice.tsx'

const texts: Record<EmailTokenType, { explanation: string; button: string }> = {
  signup: {
    explanation: 'Confirm that this is your email address to start using your account.',
    button: 'Confirm and sign in',
  },
  invite: {
    explanation: 'Accept the invitation to sign in and choose a password.',
    button: 'Accept and sign in',
  },
  magiclink: {
    explanation: 'The link in your email signs you in on this device.',
    button: 'Sign in',
  },
  recovery: {
    explanation: 'The link in your email signs you in, so that you can choose a new password.',
    button: 'Continue',
  },
  email_change: {
    explanation: 'Confirm the change of the email address that you sign in with.',
    button: 'Confirm the change',
  },
}

const emailChangeFailed =
  'The service had a problem. If the new address has an account by now, request another address in your profile. Otherwise, try again in a moment.'

type Props = {
  token: EmailToken
  onVerified: (session: LinkSession) => void
  /** The link does not work, now or later. */
  onProblem: (code: string) => void
  onClose: () => void
}

/**
 * Asks for a click before the token of a link is sent: email scanners open every link, and some run the page, but they
 * press no buttons.
 */
export function ConfirmLinkDialog({ token, onVerified, onProblem, onClose }: Props) {
  const { explanation, button } = texts[token.type]
  const confirm = useWrite({
    write: async () => {
      try {
        const session = await verifyEmailToken(token)
        if (session) {
          onVerified(session)
        } else {
          toast(firstLinkConfirmed)
          onClose()
        }
      } catch (error) {
        const { code, status } = toUserError(error)
        const canRetry = status < 400 || status >= 500 || status === 408 || status === 429
        // Also if the new address was taken after the change was requested.
        if (token.type === 'email_change' && status === 500) {
          throw new UserError(emailChangeFailed, { cause: error })
        }
        if (canRetry) throw error
        onProblem(code)
      }
    },
    failure: "We couldn't check your link. Try again.",
    showReasonIn: 'dialog',
    staysPending: true,
  })

  return (
    <Dialog onClose={onClose}>
      <div className="space-y-4">
        <p>{explanation}</p>
        <ProblemNotice write={confirm} />
        <Button isPending={confirm.isPending} onClick={() => void confirm.run()} className="w-full">
          <span>{confirm.isPending ? 'Checking...' : button}</span>
        </Button>
      </div>
    </Dialog>
  )
}
