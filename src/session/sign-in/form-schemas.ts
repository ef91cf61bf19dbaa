import * as z from 'zod/mini'

/**
 * The forms of the sign-in dialog. Passwords: 8 characters at least, and 72 bytes at most because the
 * auth service hashes no more than that. Signing in sets no minimum: older passwords may be shorter.
 */
const email = z.string().check(z.trim(), z.email('Enter an email address such as name@example.com'))

const newPassword = z.string().check(
  z.minLength(8, 'Use at least 8 characters'),
  z.refine((password) => new TextEncoder().encode(password).length <= 72, {
    error: ({ input }) =>
      String(input).length > 72
        ? 'Use at most 72 characters'
        : 'Use fewer characters: accented letters and emoji count as several of 72',
  }),
)

export const signInForm = z.object({
  email,
  password: z.string().check(z.minLength(1, 'Enter your password')),
})

export const createAccountForm = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Enter your name'),
      z.maxLength(100, 'Use at most 100 characters'),
    ),
  email,
  password: newPassword,
})

export const emailForm = z.object({ email })

export const newPasswordForm = z.object({ password: newPassword })
