import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { toast } from '../../../ui/toast.tsx'
import { supabase } from '../../../supabase/client.ts'
import { hasErrorCode } from '../../../supabase/errors.ts'
import { useWrite } from '../../data/useWrite.ts'
import { Button } from '../../../ui/Button.tsx'
import { useSession } from '../useSession.ts'
import { AccountForm, HiddenUsername, PasswordField } from './sign-in-fields.tsx'
import { newPasswordForm, newPasswordHint } from './sign-in-schema.ts'
import { ProblemNotice } from './ProblemNotice.tsx'

type Props = {
  /** The user may keep the password, which someone else may have chosen. */
  isOptional: boolean
  onDone: () => void
}

/** After a link in an email: the signed-in user chooses a new password. */
export function NewPasswordView({ isOptional, onDone }: Props) {
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
