import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { cleanEmail } from '../../../lib/email.ts'
import { supabase } from '../../../supabase/client.ts'
import { toUserError, UserError } from '../../../supabase/errors.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Feedback.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useWrite } from '../../data/useWrite.ts'
import {
  describeLinkProblem,
  followLink,
  reportLinkProblem,
  verifyEmailToken,
} from '../email-links.ts'
import { type EmailToken, type EmailTokenType, firstLinkConfirmed } from '../read-email-link.ts'
import { readRequestedEmail, storeRequestedEmail } from '../requested-email.ts'
import { captchaOptions } from './Captcha.tsx'
import { EmailView } from './EmailCodeViews.tsx'
import {
  AccountForm,
  EmailField,
  emailForm,
  ProblemNotice,
  SwitchLine,
  type ViewProps,
} from './sign-in-fields.tsx'

/* The views about links in emails: request one, wait for it, follow it, replace one that failed. */

export function ForgotPasswordView({ email, continueTo, onView }: ViewProps) {
  const form = useForm({ resolver: zodResolver(emailForm), defaultValues: { email } })
  const send = useWrite({
    write: (values: { email: string }) => sendRecoveryLink(values.email, continueTo),
    failure: "We couldn't send the link. Try again.",
    showReasonIn: 'dialog',
    staysPending: true,
    onSuccess: (_sent, values) => onView({ name: 'check-email', email: values.email }),
  })

  return (
    <div className="space-y-4">
      <p>Enter your email address to get a link to set a new password.</p>
      <AccountForm onSubmit={form.handleSubmit(send.run, send.reset)}>
        <ProblemNotice write={send} />
        <EmailField error={form.formState.errors.email?.message} {...form.register('email')} />
        <Button type="submit" isPending={send.isPending} className="w-full">
          {send.isPending ? 'Sending...' : 'Send the link'}
        </Button>
        <SwitchLine
          action="Back to sign in"
          onClick={() => onView({ name: 'sign-in', email: cleanEmail(form.getValues('email')) })}
        />
      </AccountForm>
    </div>
  )
}

/** For a link that has expired, was already used or is incomplete. `problem` is the error code. A code replaces it. */
export function LinkProblemView({ problem, ...shared }: ViewProps & { problem: string }) {
  return (
    <div className="space-y-4">
      <Notice tone="warning">{describeLinkProblem(problem)}</Notice>
      <EmailView {...shared} />
    </div>
  )
}

/** After a request for a recovery link. Shows the same text whether or not the email has an account. */
export function CheckEmailView({ email, continueTo, onView }: ViewProps) {
  const resend = useWrite({
    write: () => sendRecoveryLink(email, continueTo),
    failure: "We couldn't send it. Try again.",
    showReasonIn: 'dialog',
  })

  return (
    <div className="space-y-4">
      <Notice>
        If there is an account for that address, you should get a link by email within a few
        minutes.
      </Notice>
      <p>
        We used the address <strong translate="no">{email}</strong>. No email? Check your spam
        folder, then send it again: at most one email a minute, and a few an hour.
      </p>
      <ProblemNotice write={resend} />
      {resend.isSuccess && (
        <Notice>
          If there is an account for that address, another link should arrive in a few minutes,
          unless the last one is less than a minute old.
        </Notice>
      )}
      <Button
        variant="secondary"
        isPending={resend.isPending}
        onClick={() => void resend.run()}
        className="w-full"
      >
        {resend.isPending ? 'Sending...' : 'Send it again'}
      </Button>
      <div className="space-y-1">
        <SwitchLine
          question="Wrong address?"
          action="Change it"
          onClick={() => onView({ name: 'forgot-password', email })}
        />
        <SwitchLine action="Back to sign in" onClick={() => onView({ name: 'sign-in', email })} />
      </div>
    </div>
  )
}

/**
 * Requests a recovery link. Throws an error only if it is the same for every email: any other would reveal whether the
 * email has an account. So no error does not mean that an email was sent.
 */
export async function sendRecoveryLink(email: string, continueTo: string | null): Promise<void> {
  const { error } = await supabase.auth.resetPasswordForEmail(email, await captchaOptions())
  if (error && isSameForEveryEmail(error)) throw error
  storeRequestedEmail({ ...readRequestedEmail(), continueTo })
}

function isSameForEveryEmail(error: unknown): boolean {
  const { code, status } = toUserError(error)
  // The service responds with 504 when its SMTP server hangs, which it calls only for accounts.
  if (code === 'unreachable') return status !== 504
  return ['over_request_rate_limit', 'email_provider_disabled', 'captcha_failed'].includes(code)
}

const confirmations: Record<EmailTokenType, { explanation: string; button: string }> = {
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

/**
 * Asks for a click before the token of a link is sent: email scanners open every link, and some run the page, but they
 * press no buttons.
 */
export function ConfirmLinkView({ token, onClose }: { token: EmailToken; onClose: () => void }) {
  const navigate = useNavigate()
  const { explanation, button } = confirmations[token.type]
  const confirm = useWrite({
    write: async () => {
      try {
        const session = await verifyEmailToken(token)
        if (session) {
          void followLink(session, navigate)
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
        // The link does not work, now or later.
        reportLinkProblem(code, navigate)
      }
    },
    failure: "We couldn't check your link. Try again.",
    showReasonIn: 'dialog',
    staysPending: true,
  })

  return (
    <div className="space-y-4">
      <p>{explanation}</p>
      <ProblemNotice write={confirm} />
      <Button isPending={confirm.isPending} onClick={() => void confirm.run()} className="w-full">
        <span>{confirm.isPending ? 'Checking...' : button}</span>
      </Button>
    </div>
  )
}
