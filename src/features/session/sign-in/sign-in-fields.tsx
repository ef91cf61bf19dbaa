import { Eye, EyeOff } from 'lucide-react'
import {
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
} from 'react'
import * as z from 'zod/mini'
import { writeTabItem } from '../../../lib/browser-storage.ts'
import { cleanLine } from '../../../lib/clean-text.ts'
import { cleanEmail, emailProblem, isEmail, maxEmailLength } from '../../../lib/email.ts'
import { toUserError, weakPasswordReasons } from '../../../supabase/errors.ts'
import { maxProfileName } from '../../../supabase/rules/limits.ts'
import { GhostButton } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Feedback.tsx'
import { Field, type FieldProps, TextField, useField } from '../../../ui/Field.tsx'
import { controlClass } from '../../../ui/Select.tsx'
import { textLink } from '../../../ui/text-link.ts'
import type { useWrite } from '../../data/useWrite.ts'
import { typedEmailKey } from '../requested-email.ts'
import { firstViews } from '../sign-in-request.ts'

/* What the forms of the sign-in dialog and of the account settings share: rules, fields and the message of a failure. */

/** The views of the sign-in dialog, with their titles. The one for 'confirm-link' depends on the link. */
export const viewTitles = {
  ...firstViews,
  'enter-code': 'Check your email',
  password: 'Sign in',
  'create-account': 'Create your account',
  'forgot-password': 'Forgot your password?',
  'check-email': 'Check your email',
}

export type View = { name: keyof typeof viewTitles; email: string }

export type ViewProps = {
  email: string
  continueTo: string | null
  onView: (view: View) => void
}

const emailText = z
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
  email: emailText,
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
  email: emailText,
  password: newPassword,
})

export const emailForm = z.object({ email: emailText })

export const newPasswordForm = z.object({ password: newPassword })

type EmailFieldProps = Partial<ComponentProps<typeof TextField>>

/** Keeps what is typed, for when the dialog opens again. */
export function EmailField({ label = 'Email', onChange, ...rest }: EmailFieldProps) {
  return (
    <TextField
      label={label}
      type="email"
      inputMode="email"
      autoComplete="username"
      {...rest}
      onChange={(event) => {
        writeTabItem(typedEmailKey, event.currentTarget.value)
        onChange?.(event)
      }}
    />
  )
}

/**
 * Tells password managers which account a password belongs to, on a form without a field for the email. Hidden with CSS:
 * they ignore `type="hidden"`.
 */
export function HiddenUsername({ email }: { email: string }) {
  return <input type="email" autoComplete="username" value={email} readOnly className="hidden" />
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
          dir="auto"
          spellCheck={false}
          autoCapitalize="none"
          autoCorrect="off"
          {...rest}
          {...field}
          type={isShown ? 'text' : 'password'}
          className={`${controlClass} min-h-10 pr-12`}
        />
        <GhostButton
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
      <GhostButton onClick={onClick} className="underline">
        {action}
      </GhostButton>
    </p>
  )
}

/** Opens in another tab, so that the form keeps its input. */
export function PrivacyLine() {
  return (
    <p className="text-center text-sm text-ink-soft">
      <a href="/privacy" target="_blank" rel="noreferrer" className={`${textLink} py-1`}>
        Privacy policy<span className="sr-only"> (opens in a new tab)</span>
      </a>
    </p>
  )
}

/** Focuses its first empty field, otherwise its first one. */
export function AccountForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const fields = form.current?.querySelectorAll<HTMLInputElement>('input:not([readonly])') ?? []
    const [first] = fields
    const empty = [...fields].find(({ value }) => value === '')
    ;(empty ?? first)?.focus()
  }, [])
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="space-y-4">
      {children}
    </form>
  )
}

type ProblemProps = {
  write: Pick<ReturnType<typeof useWrite>, 'error' | 'failure'>
  action?: ReactElement | false
}

/** Shows an error of the auth service, or `failure` if it has no message for users; nothing if there is no error. */
export function ProblemNotice({ write: { error, failure }, action }: ProblemProps) {
  if (!error) return null
  const reasons = weakPasswordReasons(error)
  if (reasons.length === 0) {
    return (
      <Notice tone="danger" action={action}>
        {toUserError(error).message || failure}
      </Notice>
    )
  }
  return (
    <Notice tone="danger" title="Choose a stronger password">
      <ul className="mt-1 list-disc space-y-0.5 pl-4">
        {reasons.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Notice>
  )
}
