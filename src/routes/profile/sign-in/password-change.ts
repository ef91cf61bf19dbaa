import { useState } from 'react'
import * as z from 'zod/mini'
import { cleanCode } from '../../../lib/clean-text.ts'
import { newPasswordForm } from '../../../session/sign-in/sign-in-schema.ts'
import { supabase } from '../../../supabase/client.ts'
import { hasErrorCode } from '../../../supabase/errors.ts'

/** What the auth service requires besides the new password, as far as it has asked for it. */
type Needs = { currentPassword: boolean; code: boolean }

export type PasswordValues = { password: string; currentPassword: string; code: string }

export const passwordForm = ({ currentPassword, code }: Needs) =>
  z.extend(newPasswordForm, {
    currentPassword: currentPassword
      ? z.string().check(z.minLength(1, 'Enter your current password'))
      : z.string(),
    code: code
      ? z
          .string()
          .check(z.overwrite(cleanCode), z.regex(/^\d{6}$/, 'Enter the 6 digits from the email'))
      : z.string(),
  })

/**
 * Changes the password. The service may refuse until it gets the current password, or a code from an email if the user
 * signed in more than a day ago: `needs` then has the missing input.
 */
export function usePasswordChange() {
  const [needs, setNeeds] = useState<Needs>({ currentPassword: false, code: false })
  const need = (change: Partial<Needs>) => setNeeds((current) => ({ ...current, ...change }))

  /** Returns an error for the user if no code was sent. */
  const sendCode = async () => {
    const { error } = await supabase.auth.reauthenticate()
    // A code was sent within the last minute. The same error code also covers the limit per hour.
    const wasJustSent = error !== null && /only request this/i.test(error.message)
    if (!error || wasJustSent) need({ code: true })
    return error
  }

  /** Returns the changed user, or an error for the user, or neither when the service needs more input. */
  const change = async ({ password, currentPassword, code }: PasswordValues) => {
    const { data, error } = await supabase.auth.updateUser({
      password,
      ...(needs.currentPassword && { current_password: currentPassword }),
      ...(needs.code && { nonce: code }),
    })
    if (!error) return { user: data.user, error: null }
    if (hasErrorCode(error, 'reauthentication_needed')) {
      return { user: null, error: await sendCode() }
    }
    // The service checks the code before the passwords, and accepts it once: the next attempt gets a new code.
    if (errorsAfterCode.some((later) => hasErrorCode(error, later))) need({ code: false })
    if (!hasErrorCode(error, 'current_password_required')) return { user: null, error }
    need({ currentPassword: true })
    return { user: null, error: null }
  }

  return { needs, change, sendCode }
}

const errorsAfterCode = ['current_password_required', 'current_password_invalid', 'same_password']
