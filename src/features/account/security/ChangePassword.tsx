import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { cleanCode } from '../../../lib/clean-text.ts'
import {
  AccountForm,
  HiddenUsername,
  newPasswordForm,
  newPasswordHint,
  PasswordField,
  ProblemNotice,
} from '../../session/sign-in/sign-in-fields.tsx'
import { supabase } from '../../../supabase/client.ts'
import { hasErrorCode, unwrap } from '../../../supabase/errors.ts'
import { useWrite } from '../../data/useWrite.ts'
import { Button, SmallButton } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Feedback.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { storeAuthUser } from './auth-user.ts'

export function ChangePassword({ email, onClose }: { email: string; onClose: () => void }) {
  const queries = useQueryClient()
  const { needs, change, sendCode } = usePasswordChange()
  const form = useForm({
    resolver: zodResolver(passwordForm(needs)),
    defaultValues: { password: '', currentPassword: '', code: '' },
  })
  const { errors } = form.formState

  const save = useWrite({
    write: change,
    failure: "We couldn't save your new password. Try again.",
    showReasonIn: 'dialog',
    onSuccess: (user) => {
      if (!user) return
      storeAuthUser(queries, user)
      toast.success('Your new password is saved. Other devices need it to sign in again.')
      onClose()
    },
  })
  const resend = useWrite({
    write: sendCode,
    failure: "We couldn't send a code. Try again.",
    showReasonIn: 'dialog',
    onMutate: () => form.resetField('code'),
  })

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
    <Dialog onClose={onClose}>
      <AccountForm onSubmit={form.handleSubmit(save.run, save.reset)}>
        <HiddenUsername email={email} />
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
              You should get it at <strong translate="no">{email}</strong> within a few minutes;
              check your spam folder too.
            </Notice>
            <TextField
              label="Code"
              inputMode="numeric"
              autoComplete="one-time-code"
              error={errors.code?.message}
              className="tracking-widest tabular-nums"
              {...form.register('code')}
            />
            {!save.error && <ProblemNotice write={resend} />}
            <SmallButton isPending={resend.isPending} onClick={() => void resend.run()}>
              {resend.isPending ? 'Sending...' : 'Send a new code'}
            </SmallButton>
          </>
        )}
        <ProblemNotice write={save} />
        <Button type="submit" isPending={save.isPending} className="w-full">
          {save.isPending ? 'Saving...' : 'Save new password'}
        </Button>
      </AccountForm>
    </Dialog>
  )
}

/** The input besides the new password that the auth service has asked for. */
type Needs = { currentPassword: boolean; code: boolean }

type PasswordValues = { password: string; currentPassword: string; code: string }

const passwordForm = ({ currentPassword, code }: Needs) =>
  z.extend(newPasswordForm, {
    currentPassword: currentPassword
      ? z.string().check(z.minLength(1, 'Please enter your current password'))
      : z.string(),
    code: code
      ? z
          .string()
          .check(
            z.overwrite(cleanCode),
            z.regex(/^\d{6}$/, 'Please enter the 6 digits from the email'),
          )
      : z.string(),
  })

/**
 * Changes the password. The service may refuse until it gets the current password, or a code from an email if the user
 * signed in more than a day ago: `needs` then has the missing input.
 */
function usePasswordChange() {
  const [needs, setNeeds] = useState<Needs>({ currentPassword: false, code: false })
  const need = (change: Partial<Needs>) => setNeeds((current) => ({ ...current, ...change }))

  /** Throws the service's error, also if a code was sent within the last minute and is still valid. */
  const sendCode = async () => {
    const response = await supabase.auth.reauthenticate()
    // The same error code also covers the limit per hour.
    const wasJustSent = /only request this/i.test(response.error?.message ?? '')
    if (!response.error || wasJustSent) need({ code: true })
    unwrap(response)
  }

  /** Returns the changed user, or null when the service needs more input. */
  const change = async ({ password, currentPassword, code }: PasswordValues) => {
    const response = await supabase.auth.updateUser({
      password,
      ...(needs.currentPassword && { current_password: currentPassword }),
      ...(needs.code && { nonce: code }),
    })
    const { error } = response
    if (hasErrorCode(error, 'reauthentication_needed')) {
      await sendCode()
      return null
    }
    // The service checks the code before the passwords, and accepts it once: the next attempt gets a new code.
    if (errorsAfterCode.some((later) => hasErrorCode(error, later))) need({ code: false })
    if (hasErrorCode(error, 'current_password_required')) {
      need({ currentPassword: true })
      return null
    }
    return unwrap(response).user
  }

  return { needs, change, sendCode }
}

const errorsAfterCode = ['current_password_required', 'current_password_invalid', 'same_password']
