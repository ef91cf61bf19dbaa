import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { cleanLine } from '../../lib/clean-text.ts'
import { supabase } from '../../supabase/client.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { storeRequestedLink } from '../requested-link.ts'
import { wasSignedUpBefore } from '../useEmailLinks.ts'
import {
  EmailField,
  PasswordField,
  SwitchLine,
  useFocusFirstField,
  type ViewProps,
} from './sign-in-fields.tsx'
import { createAccountForm, newPasswordHint } from './sign-in-schema.ts'
import { ProblemNotice, useSubmit } from './useSubmit.tsx'

export function CreateAccountView({ email, continueTo, onView }: ViewProps) {
  const firstField = useFocusFirstField()
  const form = useForm({
    resolver: zodResolver(createAccountForm),
    defaultValues: { name: '', email, password: '' },
  })
  const { errors } = form.formState
  const create = useSubmit(async (values: { name: string; email: string; password: string }) => {
    const { data, error } = await supabase.auth.signUp({
      email: values.email,
      password: values.password,
      options: { data: { name: values.name } },
    })
    if (error) return error
    // Without a session, the email must be confirmed first.
    if (!data.session) {
      const isFirst = data.user !== null && !wasSignedUpBefore(data.user)
      const ownPasswordFor = isFirst ? values.email : null
      const requestedLink = { kind: 'signup', continueTo, ownPasswordFor } as const
      storeRequestedLink(requestedLink)
      onView({ name: 'check-email', email: values.email, requestedLink })
    }
    return null
  }, "We couldn't create your account. Try again.")

  return (
    <form
      ref={firstField}
      noValidate
      onSubmit={form.handleSubmit(create.submit, create.clear)}
      className="space-y-4"
    >
      <ProblemNotice problem={create.problem} />
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
        onClick={() => onView({ name: 'sign-in', email: cleanLine(form.getValues('email')) })}
      />
    </form>
  )
}
