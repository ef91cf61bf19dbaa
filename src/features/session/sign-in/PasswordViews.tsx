import { zodResolver } from '@hookform/resolvers/zod'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { cleanEmail } from '../../../lib/email.ts'
import { supabase } from '../../../supabase/client.ts'
import { hasErrorCode, unwrap } from '../../../supabase/errors.ts'
import { Button, SmallButton } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useWrite } from '../../data/useWrite.ts'
import { wasSignedUpBefore } from '../requested-email.ts'
import { useSession } from '../useSession.ts'
import { captchaOptions } from './Captcha.tsx'
import { codeNotSent, expectCode, requestCode } from './email-code.ts'
import {
  AccountForm,
  createAccountForm,
  EmailField,
  HiddenUsername,
  newPasswordForm,
  newPasswordHint,
  PasswordField,
  PrivacyLine,
  ProblemNotice,
  signInForm,
  SwitchLine,
  type ViewProps,
} from './sign-in-fields.tsx'

export function PasswordView({ email, continueTo, onView }: ViewProps) {
  const form = useForm({
    resolver: zodResolver(signInForm),
    defaultValues: { email, password: '' },
  })
  const { errors } = form.formState
  const checkedEmail = useRef('')
  const signIn = useWrite({
    write: async (values: { email: string; password: string }) => {
      checkedEmail.current = values.email
      const options = await captchaOptions()
      unwrap(await supabase.auth.signInWithPassword({ ...values, options }))
    },
    failure: "We couldn't sign you in. Try again.",
    showReasonIn: 'dialog',
    staysPending: true,
  })
  const resend = useWrite({
    write: async (enteredEmail: string) => {
      // The service rejects a wrong password before an unconfirmed email.
      await requestCode(enteredEmail, { continueTo, ownPasswordFor: checkedEmail.current })
      onView({ name: 'enter-code', email: enteredEmail })
    },
    failure: codeNotSent,
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
              Email me a code
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
        <SwitchLine
          action="Email me a code instead"
          onClick={() => onView({ name: 'sign-in', email: readEmail() })}
        />
      </div>
      <PrivacyLine />
    </AccountForm>
  )
}

export function CreateAccountView({ email, continueTo, onView }: ViewProps) {
  const form = useForm({
    resolver: zodResolver(createAccountForm),
    defaultValues: { name: '', email, password: '' },
  })
  const { errors } = form.formState
  const create = useWrite({
    write: async ({ name, ...credentials }: { name: string; email: string; password: string }) => {
      const options = { data: { name }, ...(await captchaOptions()) }
      const { session, user } = unwrap(await supabase.auth.signUp({ ...credentials, options }))
      if (session) return
      // The email must be confirmed first. If it has an account, the service sends nothing and returns no identities: a
      // code then signs in to that account, and the dialog is the same.
      const isFirst = user !== null && !wasSignedUpBefore(user)
      if (user?.identities?.length === 0) await requestCode(credentials.email, { continueTo })
      else
        expectCode(credentials.email, {
          continueTo,
          ownPasswordFor: isFirst ? credentials.email : null,
        })
      onView({ name: 'enter-code', email: credentials.email })
    },
    failure: "We couldn't create your account. Try again.",
    showReasonIn: 'dialog',
    staysPending: true,
  })

  return (
    <AccountForm onSubmit={form.handleSubmit(create.run, create.reset)}>
      <ProblemNotice write={create} />
      <TextField
        label="Name"
        autoComplete="name"
        error={errors.name?.message}
        {...form.register('name')}
      />
      <EmailField error={errors.email?.message} {...form.register('email')} />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={newPasswordHint}
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Button type="submit" isPending={create.isPending} className="w-full">
        {create.isPending ? 'Creating your account...' : 'Create account'}
      </Button>
      <SwitchLine
        question="Already have an account?"
        action="Sign in"
        onClick={() => onView({ name: 'password', email: cleanEmail(form.getValues('email')) })}
      />
      <PrivacyLine />
    </AccountForm>
  )
}

type NewPasswordProps = {
  /** The user may keep the password, which someone else may have chosen. */
  isOptional: boolean
  onDone: () => void
}

/** After a link in an email: the signed-in user chooses a new password. */
export function NewPasswordView({ isOptional, onDone }: NewPasswordProps) {
  const { user } = useSession()
  const form = useForm({ resolver: zodResolver(newPasswordForm), defaultValues: { password: '' } })
  const save = useWrite({
    write: async ({ password }: { password: string }) => {
      const { error } = await supabase.auth.updateUser({ password })
      // The user knows the password: they have just entered it.
      const isKept = isOptional && hasErrorCode(error, 'same_password')
      if (error && !isKept) throw error
      toast.success(isKept ? 'You keep your password' : 'Your new password is saved')
    },
    failure: "We couldn't save your new password. Try again.",
    showReasonIn: 'dialog',
    staysPending: true,
    onSuccess: onDone,
  })

  return (
    <AccountForm onSubmit={form.handleSubmit(save.run, save.reset)}>
      <p>
        <span>
          You are signed in as <strong translate="no">{user?.email}</strong>.
        </span>{' '}
        <span>
          {isOptional
            ? 'We sent more than one confirmation email for this account, and its first password is still the one that works. If someone else may have chosen it, set a new one.'
            : 'Choose a new password for your account.'}
        </span>
      </p>
      <ProblemNotice write={save} />
      <HiddenUsername email={user?.email ?? ''} />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={newPasswordHint}
        error={form.formState.errors.password?.message}
        {...form.register('password')}
      />
      <Button type="submit" isPending={save.isPending} className="w-full">
        {save.isPending ? 'Saving...' : 'Save new password'}
      </Button>
      {isOptional && (
        <Button variant="secondary" disabled={save.isPending} onClick={onDone} className="w-full">
          Keep the first password
        </Button>
      )}
    </AccountForm>
  )
}
