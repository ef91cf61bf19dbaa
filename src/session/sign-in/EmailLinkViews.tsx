import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { supabase } from '../../supabase/client.ts'
import { hasErrorCode, isConnectionProblem } from '../../supabase/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { rememberMail, type SentMail } from '../sign-in-request.ts'
import {
  EmailField,
  emailForm,
  ProblemNotice,
  SwitchLine,
  useFocusFirstField,
  useSubmit,
  type View,
  type ViewProps,
} from './form-parts.tsx'

/* The views around links in emails: asking for one, waiting for it, and what to do when it fails. */

export function ForgotPasswordView({ email, continueTo, onView }: ViewProps) {
  return (
    <div className="space-y-4">
      <p>Enter your email address, and we will send you a link to set a new password.</p>
      <EmailLinkForm
        email={email}
        mail={{ kind: 'recovery', continueTo }}
        submitLabel="Send the link"
        onView={onView}
      />
    </div>
  )
}

type MailProps = { mail: SentMail; onView: (view: View) => void }

/** Where a link ends that has expired, was used already or is incomplete. */
export function LinkProblemView({ problem, mail, onView }: MailProps & { problem: string }) {
  return (
    <div className="space-y-4">
      <Notice tone="warning">{problem}</Notice>
      <p>
        {mail.kind === 'signup'
          ? 'Enter your email address to get a new link and confirm it.'
          : 'Enter your email address to get a new link to set a new password.'}
      </p>
      <EmailLinkForm email="" mail={mail} submitLabel="Send a new link" onView={onView} />
    </div>
  )
}

/** The same words whether or not there is an account for the address. */
export function CheckEmailView({ email, mail, onView }: MailProps & { email: string }) {
  const [wasSentAgain, setWasSentAgain] = useState(false)
  const resend = useSubmit(
    async () => {
      setWasSentAgain(false)
      const failure = await sendLink(email, mail)
      if (!failure) setWasSentAgain(true)
      return failure
    },
    'We could not send it. Try again.',
    { again: true },
  )

  return (
    <div className="space-y-4">
      <Notice tone="success">
        {mail.kind === 'signup'
          ? 'One more step: follow the link in our email to confirm your address.'
          : 'If there is an account for that address, we have sent a link.'}
      </Notice>
      <p>
        We used the address <strong>{email}</strong>. The email can take a few minutes; check your
        spam folder too.
      </p>
      {mail.kind === 'signup' && (
        // The service answers as if it had sent one, so this is said to everyone.
        <p>
          No email comes to an address that already has an account. If you have one, sign in or
          reset your password.
        </p>
      )}
      <ProblemNotice problem={resend.problem} />
      {wasSentAgain && (
        <Notice>
          {mail.kind === 'signup'
            ? 'If that address still has to be confirmed, we have sent another link.'
            : 'If there is an account for that address, we have sent another link.'}
        </Notice>
      )}
      <Button
        variant="secondary"
        busy={resend.busy}
        onClick={() => void resend.submit()}
        className="w-full"
      >
        {resend.busy ? 'Sending...' : 'Send it again'}
      </Button>
      <div className="space-y-1">
        <SwitchLine
          question="Wrong address?"
          action="Change it"
          onClick={() =>
            onView({ name: mail.kind === 'signup' ? 'create-account' : 'forgot-password', email })
          }
        />
        {mail.kind === 'signup' && (
          <SwitchLine
            question="Already have an account?"
            action="Reset your password"
            onClick={() => onView({ name: 'forgot-password', email })}
          />
        )}
        <SwitchLine action="Back to sign in" onClick={() => onView({ name: 'sign-in', email })} />
      </div>
    </div>
  )
}

type EmailLinkFormProps = MailProps & { email: string; submitLabel: string }

/** Asks for an address and sends a link to it. */
function EmailLinkForm({ email, mail, submitLabel, onView }: EmailLinkFormProps) {
  const firstField = useFocusFirstField()
  const form = useForm({ resolver: zodResolver(emailForm), defaultValues: { email } })
  const send = useSubmit(async (values: { email: string }) => {
    const failure = await sendLink(values.email, mail)
    if (!failure) onView({ name: 'check-email', email: values.email, kind: mail.kind })
    return failure
  }, 'We could not send the link. Try again.')

  return (
    <form
      ref={firstField}
      noValidate
      onSubmit={form.handleSubmit(send.submit)}
      className="space-y-4"
    >
      <ProblemNotice problem={send.problem} />
      <EmailField error={form.formState.errors.email?.message} {...form.register('email')} />
      <Button type="submit" busy={send.busy} className="w-full">
        {send.busy ? 'Sending...' : submitLabel}
      </Button>
      <SwitchLine
        action="Back to sign in"
        onClick={() => onView({ name: 'sign-in', email: form.getValues('email').trim() })}
      />
    </form>
  )
}

/**
 * Sends a confirmation or a recovery link. Resolves to an error only when the service was out of reach
 * or refused whoever asks: every other answer would tell whether there is an account for that address.
 */
export async function sendLink(email: string, mail: SentMail): Promise<unknown> {
  const { error } =
    mail.kind === 'signup'
      ? await supabase.auth.resend({
          type: 'signup',
          email,
          options: { emailRedirectTo: window.location.origin },
        })
      : await supabase.auth.resetPasswordForEmail(email, { redirectTo: window.location.origin })
  if (isConnectionProblem(error) || hasErrorCode(error, 'over_request_rate_limit')) return error
  rememberMail(mail)
  return null
}
