import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'

/** What every field of the design system takes on top of its own element's props. */
export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  /** Shown below the control and linked to it; also marks the control invalid. */
  error?: string
}

export const controlClass =
  'block w-full min-w-0 rounded-lg border border-line-strong bg-surface px-3 py-2 text-base ' +
  'text-ink sm:text-[0.9375rem] focus-visible:outline-offset-0 ' +
  'aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger ' +
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink-soft ' +
  '[&[readonly]]:bg-sunken'

/** Ids and aria attributes that tie a control to its label, hint and error. */
export function useField(givenId: string | undefined, { hint, error }: Omit<FieldProps, 'label'>) {
  const ownId = useId()
  const id = givenId ?? ownId
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return {
    id,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': described || undefined,
  }
}

type Props = FieldProps & { id: string; required?: boolean; children: ReactNode }

export function Field({ id, label, hint, error, required, children }: Props) {
  return (
    <div className="min-w-0 space-y-1.5">
      <label htmlFor={id} className="block text-sm font-semibold text-ink">
        {label}
        {required && (
          <span aria-hidden="true" className="text-clay">
            {' *'}
          </span>
        )}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {children}
      {error && (
        <p
          id={`${id}-error`}
          className="flex items-start gap-1.5 text-sm font-medium text-danger-ink"
        >
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </div>
  )
}
