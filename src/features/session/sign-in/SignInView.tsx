import { zodResolver } from '@hookform/resolvers/zod'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { cleanEmail } from '../../../lib/email.ts'
import { supabase } from '../../../supabase/client.ts'
import { hasErrorCode, unwrap } from '../../../supabase/errors.ts'
import { useWrite } from '../../data/useWrite.ts'
import { Button, SmallButton } from '../../../ui/Button.tsx'
import { linkNotSent, sendLink } from './EmailLinkViews.tsx'
import type { ViewProps } from '../sign-in-request.ts'
import {
  EmailField,
  PasswordField,
  SwitchLine,
  AccountForm,
  PrivacyLine,
} from './sign-in-fields.tsx'
import { signInForm } from './sign-in-schema.ts'
import { ProblemNotice } from './ProblemNotice.tsx'

export function SignInView({ email, continueTo, onView }: ViewProps) {
  const form = useForm({
    resolver: zodResolver(signInForm),
    defaultValues: { email, password: '' },
  })
  const { errors } = form.formState
  const checkedEmail = useRef('')
  const signIn = useWrite({
    write: async (values: { email: string; password: string }) => {
      checkedEmail.current = values.email
      unwrap(await supabase.auth.signInWithPassword(values))
    },
    failure: "We couldn't sign you in. Try again.",
    showReasonIn: 'dialog',
    staysPending: true,
  })
  const resend = useWrite({
    write: async (enteredEmail: string) => {
      // The service rejects a wrong password before an unconfirmed email.
      const ownPasswordFor = checkedEmail.current
      const requestedLink = { kind: 'signup', continueTo, ownPasswordFor } as const
      await sendLink(enteredEmail, requestedLink)
      onView({ name: 'check-email', email: enteredEmail, requestedLink })
    },
    failure: linkNotSent,
    showReasonIn: 'dialog',
    staysPending: true,
  })
  const readEmail = () => cleanEmail(form.getValues('email'))

  return (
    <AccountForm onSubmit={form.handleSubmit(signIn.run, signIn.reset)}>
      <ProblemNotice
        write={resend.error ? resend : signIn}
        action={
          hasErrorCode(signIn.error, 'email_not_confirmed') && (
            <SmallButton isPending={resend.isPending} onClick={() => void resend.run(readEmail())}>
              Send a new link
            </SmallButton>
          )
        }
      />
      <EmailField error={errors.email?.message} {...form.register('email')} />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Button type="submit" isPending={signIn.isPending} className="w-full">
        {signIn.isPending ? 'Signing in...' : 'Sign in'}
      </Button>
      <div className="space-y-1">
        <SwitchLine
          action="Forgot your password?"
          onClick={() => onView({ name: 'forgot-password', email: readEmail() })}
        />
        <SwitchLine
          question="New here?"
          action="Create an account"
          onClick={() => onView({ name: 'create-account', email: readEmail() })}
        />
      </div>
      <PrivacyLine />
    </AccountForm>
  )
}
