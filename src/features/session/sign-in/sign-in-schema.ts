import * as z from 'zod/mini'
import { cleanLine } from '../../../lib/clean-text.ts'
import { cleanEmail, emailProblem, isEmail, maxEmailLength } from '../../../lib/email.ts'
import { maxProfileName } from '../../../supabase/rules/limits.ts'

const email = z
  .string()
  .check(
    z.overwrite(cleanEmail),
    z.maxLength(maxEmailLength, `Use at most ${maxEmailLength} characters`),
    z.refine(isEmail, { error: ({ input }) => emailProblem(String(input)) }),
  )

export const newPasswordHint = 'At least 8 characters, with a letter from A to Z and a digit'

/** The rules of the auth service. It hashes at most 72 bytes, and counts only ASCII letters and digits. */
const newPassword = z.string().check(
  z.minLength(8, 'Use at least 8 characters'),
  z.refine(
    (password) => /[a-z]/i.test(password) && /[0-9]/.test(password),
    'Add a letter from A to Z and a digit',
  ),
  z.refine((password) => new TextEncoder().encode(password).length <= 72, {
    error: ({ input }) =>
      String(input).length > 72
        ? 'Use at most 72 characters'
        : 'Use fewer characters: accented letters and emoji count as several of 72',
  }),
)

export const signInForm = z.object({
  email,
  // No minimum: old passwords may be shorter.
  password: z.string().check(z.minLength(1, 'Please enter your password')),
})

export const createAccountForm = z.object({
  name: z
    .string()
    .check(
      z.overwrite(cleanLine),
      z.minLength(1, 'Please enter your name'),
      z.maxLength(maxProfileName, `Use at most ${maxProfileName} characters`),
    ),
  email,
  password: newPassword,
})

export const emailForm = z.object({ email })

export const newPasswordForm = z.object({ password: newPassword })
