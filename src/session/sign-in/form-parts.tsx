import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useRef, useState, type ComponentProps, type ReactElement } from 'react'
import * as z from 'zod/mini'
import { cleanLine } from '../../lib/clean-text.ts'
import { isEmail, maxEmailLength } from '../../lib/email.ts'
import { toUserError, weakPasswordReasons } from '../../supabase/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { Field, type FieldProps, TextField, useField } from '../../ui/Field.tsx'
import { controlClass } from '../../ui/Select.tsx'
import type { RequestedLink } from '../requested-link.ts'

/* The schemas and form elements that the views of the sign-in dialog share. */

export type View =
  | { name: 'sign-in' | 'create-account' | 'forgot-password' | 'link-problem'; email: string }
  | { name: 'check-email'; email: string; requestedLink: RequestedLink }

export type ViewProps = {
  email: string
  continueTo: string | null
  onView: (view: View) => void
}

const email = z
  .string()
  .check(
    z.overwrite(cleanLine),
    z.refine(isEmail, 'Enter an email address such as name@example.com'),
    z.maxLength(maxEmailLength, `Use at most ${maxEmailLength} characters`),
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
  password: z.string().check(z.minLength(1, 'Enter your password')),
})

export const createAccountForm = z.object({
  name: z
    .string()
    .check(
      z.overwrite(cleanLine),
      z.minLength(1, 'Enter your name'),
      z.maxLength(100, 'Use at most 100 characters'),
    ),
  email,
  password: newPassword,
})

export const emailForm = z.object({ email })

export const newPasswordForm = z.object({ password: newPassword })

type Problem = { message: string; reasons?: string[] }

/**
 * Submits a form. Ignores a second submit while the first is running. The form shows the error; there is no toast.

 *
 * @param action resolves to the service's error, or to null on success
 * @param fallback the message for errors that have none for users
 * @param canRepeat whether the form can be submitted again after a success; else it stays pending until the dialog closes
 */
export function useSubmit<Values = void>(
  action: (values: Values) => Promise<unknown>,
  fallback: string,
  { canRepeat = false } = {},
) {
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const isRunning = useRef(false)

  const submit = async (values: Values) => {
    // `isPending` changes with the next render, which may come after a second click.
    if (isRunning.current) return
    isRunning.current = true
    setIsPending(true)
    setError(null)
    const failure = await action(values).catch((thrown: unknown) => thrown ?? new Error(fallback))
    if (!failure && !canRepeat) return
    isRunning.current = false
    setError(failure)
    setIsPending(false)
  }

  /** Hides the error of the last submit, for when the form finds one of its own. */
  const clear = () => setError(null)

  return { submit, clear, isPending, error, problem: error ? describe(error, fallback) : null }
}

/** Returns what the form shows about an error of the service. */
export function describe(error: unknown, fallback: string): Problem {
  const reasons = weakPasswordReasons(error)
  if (reasons.length > 0) return { message: 'Choose a stronger password', reasons }
  return { message: toUserError(error).message || fallback }
}

type ProblemNoticeProps = { problem: Problem | null; action?: ReactElement | null | false }

export function ProblemNotice({ problem, action }: ProblemNoticeProps) {
  if (!problem) return null
  if (!problem.reasons) {
    return (
      <Notice tone="danger" action={action ?? undefined}>
        {problem.message}
      </Notice>
    )
  }
  return (
    <Notice tone="danger" title={problem.message}>
      <ul className="mt-1 list-disc space-y-0.5 pl-4">
        {problem.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </Notice>
  )
}

export function EmailField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField label="Email" type="email" inputMode="email" autoComplete="username" {...props} />
  )
}

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'type'> &
  FieldProps & { autoComplete: 'current-password' | 'new-password' }

export function PasswordField({ label, hint, error, id, ...rest }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false)
  const field = useField(id, { hint, error })
  return (
    <Field id={field.id} label={label} hint={hint} error={error} required={rest.required}>
      <div className="relative">
        <input
          spellCheck={false}
          autoCapitalize="none"
          autoCorrect="off"
          {...rest}
          {...field}
          type={isShown ? 'text' : 'password'}
          className={`${controlClass} min-h-10 pr-12`}
        />
        <Button
          variant="ghost"
          size="sm"
          icon={isShown ? EyeOff : Eye}
          aria-label={isShown ? 'Hide password' : 'Show password'}
          onClick={() => setIsShown(!isShown)}
          className="absolute top-1/2 right-1.5 -translate-y-1/2"
        />
      </div>
    </Field>
  )
}

type SwitchLineProps = { question?: string; action: string; onClick: () => void }

/** The link to another view, below a form: 'New here? Create an account'. */
export function SwitchLine({ question, action, onClick }: SwitchLineProps) {
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-1 text-sm text-ink-soft">
      <span>{question}</span>
      <Button variant="ghost" size="sm" onClick={onClick} className="underline">
        {action}
      </Button>
    </p>
  )
}

/** Focuses the form's first field when the form appears. */
export function useFocusFirstField() {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLInputElement>('input:not([type="hidden"])')?.focus()
  }, [])
  return form
}
