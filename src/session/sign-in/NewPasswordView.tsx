import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { toast } from 'react-hot-toast'
import { supabase } from '../../supabase/client.ts'
import { Button } from '../../ui/Button.tsx'
import { useSession } from '../useSession.ts'
import {
  newPasswordForm,
  PasswordField,
  ProblemNotice,
  useFocusFirstField,
  useSubmit,
} from './form-parts.tsx'

/** After a recovery link: the signed-in user chooses a new password. */
export function NewPasswordView({ onDone }: { onDone: () => void }) {
  const { user } = useSession()
  const firstField = useFocusFirstField()
  const form = useForm({
    resolver: zodResolver(newPasswordForm),
    defaultValues: { password: '' },
  })
  const save = useSubmit(async ({ password }: { password: string }) => {
    const { error } = await supabase.auth.updateUser({ password })
    if (error) return error
    toast.success('Your new password is saved')
    onDone()
    return null
  }, "We couldn't save your new password. Try again.")

  return (
    <form
      ref={firstField}
      noValidate
      onSubmit={form.handleSubmit(save.submit)}
      className="space-y-4"
    >
      <p>
        You are signed in as <strong>{user?.email}</strong>. Choose a new password for your account.
      </p>
      <ProblemNotice problem={save.problem} />
      {/* Tells password managers which account the new password belongs to. */}
      <input type="hidden" autoComplete="username" value={user?.email ?? ''} readOnly />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint="At least 8 characters, including a letter and a digit"
        error={form.formState.errors.password?.message}
        {...form.register('password')}
      />
      <Button type="submit" busy={save.busy} className="w-full">
        {save.busy ? 'Saving...' : 'Save new password'}
      </Button>
    </form>
  )
}
