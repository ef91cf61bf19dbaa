import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { supabase } from '../../supabase/client.ts'
import { hasErrorCode, isConnectionProblem } from '../../supabase/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { type EmailLink, storeEmailLink } from '../sign-in-request.ts'
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

/* The views about links in emails: request one, wait for it, replace one that failed. */

export function ForgotPasswordView({ email, continueTo, onView }: ViewProps) {
  return (
    <div className="space-y-4">
      <p>Enter your email address, and we will send you a link to set a new password.</p>
      <EmailLinkForm
        email={email}
        link={{ kind: 'recovery', continueTo }}
        submitLabel="Send the link"
        onView={onView}
      />
    </div>
  )
}

type LinkProps = { link: EmailLink; onView: (view: View) => void }

/** For a link that has expired, was already used or is incomplete. */
export function LinkProblemView({ problem, link, onView }: LinkProps & { problem: string }) {
  return (
    <div className="space-y-4">
      <Notice tone="warning">{problem}</Notice>
      <p>
        {link.kind === 'signup'
          ? 'Enter your email address to get a new link and confirm it.'
          : 'Enter your email address to get a new link to set a new password.'}
      </p>
      <EmailLinkForm email="" link={link} submitLabel="Send a new link" onView={onView} />
    </div>
  )
}

/** Shows the same text whether or not the email has an account. */
export function CheckEmailView({ email, link, onView }: LinkProps & { email: string }) {
  const [wasSentAgain, setWasSentAgain] = useState(false)
  const resend = useSubmit(
    async () => {
      setWasSentAgain(false)
      const failure = await sendLink(email, link)
      if (!failure) setWasSentAgain(true)
      return failure
    },
    "We couldn't send it. Try again.",
    { canRepeat: true },
  )

  return (
    <div className="space-y-4">
      <Notice tone="success">
        {link.kind === 'signup'
          ? 'One more step: follow the link in our email to confirm your address.'
          : 'If there is an account for that address, we have sent a link.'}
      </Notice>
      <p>
        We used the address <strong>{email}</strong>. The email can take a few minutes; check your
        spam folder too.
      </p>
      {link.kind === 'signup' && (
        // The service responds the same way for an email that has an account, so all visitors see this.
        <p>
          We send no email to an address that already has an account. If you have one, sign in or
          reset your password.
        </p>
      )}
      <ProblemNotice problem={resend.problem} />
      {wasSentAgain && (
        <Notice>
          {link.kind === 'signup'
            ? "If that address isn't confirmed yet, we have sent another link."
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
            onView({ name: link.kind === 'signup' ? 'create-account' : 'forgot-password', email })
          }
        />
        {link.kind === 'signup' && (
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

type EmailLinkFormProps = LinkProps & { email: string; submitLabel: string }

/** Requests a link for an email. */
function EmailLinkForm({ email, link, submitLabel, onView }: EmailLinkFormProps) {
  const firstField = useFocusFirstField()
  const form = useForm({ resolver: zodResolver(emailForm), defaultValues: { email } })
  const send = useSubmit(async (values: { email: string }) => {
    const failure = await sendLink(values.email, link)
    if (!failure) onView({ name: 'check-email', email: values.email, kind: link.kind })
    return failure
  }, "We couldn't send the link. Try again.")

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
 * Requests a confirmation or recovery link. Resolves to an error only if the service was unreachable or the rate limit
 * was hit: any other error would reveal whether the email has an account.
 */
export async function sendLink(email: string, link: EmailLink): Promise<unknown> {
  const { error } =
    link.kind === 'signup'
      ? await supabase.auth.resend({
          type: 'signup',
          email,
          options: { emailRedirectTo: window.location.origin },
        })
      : await supabase.auth.resetPasswordForEmail(email, { redirectTo: window.location.origin })
  if (isConnectionProblem(error) || hasErrorCode(error, 'over_request_rate_limit')) return error
  storeEmailLink(link)
  return null
}
