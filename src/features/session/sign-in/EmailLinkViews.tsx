import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { cleanEmail } from '../../../lib/email.ts'
import { supabase } from '../../../supabase/client.ts'
import { toUserError } from '../../../supabase/errors.ts'
import { useWrite } from '../../data/useWrite.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Feedback.tsx'
import { type RequestedLink, storeRequestedLink } from '../requested-link.ts'
import { describeLinkProblem } from '../useEmailLinks.ts'
import type { View, ViewProps } from '../sign-in-request.ts'
import { EmailField, SwitchLine, AccountForm } from './sign-in-fields.tsx'
import { emailForm } from './sign-in-schema.ts'
import { ProblemNotice } from './ProblemNotice.tsx'

/* The views about links in emails: request one, wait for it, replace one that failed. */

export const linkNotSent = "We couldn't send the link. Try again."

export function ForgotPasswordView({ email, continueTo, onView }: ViewProps) {
  return (
    <div className="space-y-4">
      <p>Enter your email address to get a link to set a new password.</p>
      <EmailLinkForm
        email={email}
        requestedLink={{ kind: 'recovery', continueTo }}
        submitLabel="Send the link"
        onView={onView}
      />
    </div>
  )
}

type LinkProps = { requestedLink: RequestedLink; onView: (view: View) => void }

/** For a link that has expired, was already used or is incomplete. `problem` is the error code. */
export function LinkProblemView({
  problem,
  requestedLink,
  onView,
}: LinkProps & { problem: string }) {
  return (
    <div className="space-y-4">
      <Notice tone="warning">{describeLinkProblem(problem)}</Notice>
      <p>
        {requestedLink.kind === 'signup'
          ? 'Enter your email address to get a new link and confirm it.'
          : 'Enter your email address to get a new link to set a new password.'}
      </p>
      <EmailLinkForm
        email=""
        requestedLink={requestedLink}
        submitLabel="Send a new link"
        onView={onView}
      />
    </div>
  )
}

/** Shows the same text whether or not the email has an account. */
export function CheckEmailView({ email, requestedLink, onView }: LinkProps & { email: string }) {
  const isSignup = requestedLink.kind === 'signup'
  const resend = useWrite({
    write: () => sendLink(email, requestedLink),
    failure: "We couldn't send it. Try again.",
    showReasonIn: 'dialog',
  })

  return (
    <div className="space-y-4">
      <Notice>
        {isSignup
          ? 'One more step: confirm your address with the link that you should get by email within a few minutes.'
          : 'If there is an account for that address, you should get a link by email within a few minutes.'}
      </Notice>
      <p>
        We used the address <strong translate="no">{email}</strong>. No email? Check your spam
        folder, then send it again: at most one email a minute, and a few an hour.
      </p>
      {isSignup && (
        // The service responds the same way for an email that has an account, so all visitors see this.
        <p>
          We send no email to an address that already has an account. If you have one, sign in or
          reset your password.
        </p>
      )}
      <ProblemNotice write={resend} />
      {resend.isSuccess && (
        <Notice>
          {isSignup
            ? "If that address isn't confirmed yet, another link should arrive in a few minutes, unless the last one is less than a minute old."
            : 'If there is an account for that address, another link should arrive in a few minutes, unless the last one is less than a minute old.'}
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
          onClick={() => onView({ name: isSignup ? 'create-account' : 'forgot-password', email })}
        />
        {isSignup && (
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

function EmailLinkForm({ email, requestedLink, submitLabel, onView }: EmailLinkFormProps) {
  const form = useForm({ resolver: zodResolver(emailForm), defaultValues: { email } })
  const send = useWrite({
    write: (values: { email: string }) => sendLink(values.email, requestedLink),
    failure: linkNotSent,
    showReasonIn: 'dialog',
    staysPending: true,
    onSuccess: (_sent, values) =>
      onView({ name: 'check-email', email: values.email, requestedLink }),
  })

  return (
    <AccountForm onSubmit={form.handleSubmit(send.run, send.reset)}>
      <ProblemNotice write={send} />
      <EmailField error={form.formState.errors.email?.message} {...form.register('email')} />
      <Button type="submit" isPending={send.isPending} className="w-full">
        {send.isPending ? 'Sending...' : submitLabel}
      </Button>
      <SwitchLine
        action="Back to sign in"
        onClick={() => onView({ name: 'sign-in', email: cleanEmail(form.getValues('email')) })}
      />
    </AccountForm>
  )
}

/**
 * Requests a confirmation or recovery link. Throws an error only if it is the same for every email: any other would
 * reveal whether the email has an account. So no error does not mean that an email was sent.
 */
export async function sendLink(email: string, requestedLink: RequestedLink): Promise<void> {
  const { error } =
    requestedLink.kind === 'signup'
      ? await supabase.auth.resend({ type: 'signup', email })
      : await supabase.auth.resetPasswordForEmail(email)
  if (error && isSameForEveryEmail(error)) throw error
  storeRequestedLink(requestedLink)
}

function isSameForEveryEmail(error: unknown): boolean {
  const { code, status } = toUserError(error)
  // The service responds with 504 when its SMTP server hangs, which it calls only for accounts.
  if (code === 'unreachable') return status !== 504
  return ['over_request_rate_limit', 'email_provider_disabled', 'captcha_failed'].includes(code)
}
