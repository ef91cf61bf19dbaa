import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { cleanEmail } from '../../../lib/email.ts'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { useWrite } from '../../data/useWrite.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { storeRequestedLink } from '../requested-link.ts'
import { wasSignedUpBefore } from '../second-sign-up.ts'
import type { ViewProps } from '../sign-in-request.ts'
import {
  EmailField,
  PasswordField,
  SwitchLine,
  AccountForm,
  PrivacyLine,
} from './sign-in-fields.tsx'
import { createAccountForm, newPasswordHint } from './sign-in-schema.ts'
import { ProblemNotice } from './ProblemNotice.tsx'

export function CreateAccountView({ email, continueTo, onView }: ViewProps) {
  const form = useForm({
    resolver: zodResolver(createAccountForm),
    defaultValues: { name: '', email, password: '' },
  })
  const { errors } = form.formState
  const create = useWrite({
    write: async ({ name, ...credentials }: { name: string; email: string; password: string }) =>
      unwrap(await supabase.auth.signUp({ ...credentials, options: { data: { name } } })),
    failure: "We couldn't create your account. Try again.",
    showReasonIn: 'dialog',
    staysPending: true,
    onSuccess: ({ session, user }, values) => {
      // Without a session, the email must be confirmed first.
      if (session) return
      const isFirst = user !== null && !wasSignedUpBefore(user)
      const ownPasswordFor = isFirst ? values.email : null
      const requestedLink = { kind: 'signup', continueTo, ownPasswordFor } as const
      storeRequestedLink(requestedLink)
      onView({ name: 'check-email', email: values.email, requestedLink })
    },
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
        onClick={() => onView({ name: 'sign-in', email: cleanEmail(form.getValues('email')) })}
      />
      <PrivacyLine />
    </AccountForm>
  )
}
