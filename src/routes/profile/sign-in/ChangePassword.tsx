import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from '../../../ui/toast.tsx'
import { PasswordField, useFocusFirstField } from '../../../session/sign-in/sign-in-fields.tsx'
import { newPasswordHint } from '../../../session/sign-in/sign-in-schema.ts'
import { ProblemNotice, useSubmit } from '../../../session/sign-in/useSubmit.tsx'
import { hasErrorCode } from '../../../supabase/errors.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Feedback.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { passwordForm, type PasswordValues, usePasswordChange } from './password-change.ts'
import { storeSignInAccount } from './sign-in-account.ts'

type Props = {
  /** The sign-in email. */
  email: string
  onClose: () => void
}

/** The dialog in which the signed-in user chooses a new password. */
export function ChangePassword({ email, onClose }: Props) {
  return (
    <Dialog open onOpenChange={onClose} title="Change your password" size="sm">
      <ChangePasswordForm email={email} onClose={onClose} />
    </Dialog>
  )
}

function ChangePasswordForm({ email, onClose }: Props) {
  const queries = useQueryClient()
  const firstField = useFocusFirstField()
  const { needs, change, sendCode } = usePasswordChange()
  const form = useForm({
    resolver: zodResolver(passwordForm(needs)),
    defaultValues: { password: '', currentPassword: '', code: '' },
  })
  const { errors } = form.formState

  const save = useSubmit(
    async (values: PasswordValues) => {
      const { user, error } = await change(values)
      if (user) {
        storeSignInAccount(queries, user)
        toast.success('Your new password is saved. Other devices need it to sign in again.')
        onClose()
      }
      return error
    },
    "We couldn't save your new password. Try again.",
    { canRepeat: true },
  )
  const resend = useSubmit(
    async () => {
      form.resetField('code')
      return sendCode()
    },
    "We couldn't send a code. Try again.",
    { canRepeat: true },
  )

  // Focuses the field that the service has just required.
  const { setFocus, resetField } = form
  useEffect(() => {
    if (needs.code) setFocus('code')
    else resetField('code')
  }, [needs.code, setFocus, resetField])
  useEffect(() => {
    const isRejected = hasErrorCode(save.error, 'reauthentication_not_valid')
    if (isRejected) setFocus('code', { shouldSelect: true })
  }, [save.error, setFocus])
  useEffect(() => {
    if (needs.currentPassword) setFocus('currentPassword')
  }, [needs.currentPassword, setFocus])

  return (
    <form
      ref={firstField}
      noValidate
      onSubmit={form.handleSubmit(save.submit, save.clear)}
      className="space-y-4"
    >
      {/* Tells password managers which account the password belongs to. */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      {needs.currentPassword && (
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...form.register('currentPassword')}
        />
      )}
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={newPasswordHint}
        error={errors.password?.message}
        {...form.register('password')}
      />
      {needs.code && (
        <>
          <Notice title="One more step: enter the code from our email">
            You should get it at <strong translate="no">{email}</strong> within a few minutes; check
            your spam folder too.
          </Notice>
          <TextField
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            error={errors.code?.message}
            className="tracking-widest tabular-nums"
            {...form.register('code')}
          />
          <ProblemNotice problem={save.problem ? null : resend.problem} />
          <Button
            variant="secondary"
            size="sm"
            busy={resend.busy}
            onClick={() => void resend.submit()}
          >
            {resend.busy ? 'Sending...' : 'Send a new code'}
          </Button>
        </>
      )}
      <ProblemNotice problem={save.problem} />
      <Button type="submit" busy={save.busy} className="w-full">
        {save.busy ? 'Saving...' : 'Save new password'}
      </Button>
    </form>
  )
}
