import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { GhostButton } from '../../../ui/Button.tsx'
import { textLink } from '../../../ui/text-link.ts'
import { Field, type FieldProps, TextField, useField } from '../../../ui/Field.tsx'
import { controlClass } from '../../../ui/Select.tsx'

export function EmailField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField label="Email" type="email" inputMode="email" autoComplete="username" {...props} />
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
      <a href="/privacy" target="_blank" rel="noreferrer" className={textLink}>
        Privacy policy<span className="sr-only"> (opens in a new tab)</span>
      </a>
    </p>
  )
}

/** Focuses its first field. */
export function AccountForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLInputElement>('input:not([readonly])')?.focus()
  }, [])
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="space-y-4">
      {children}
    </form>
  )
}
