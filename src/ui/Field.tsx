import { CircleAlert } from 'lucide-react'
import {
  useId,
  useState,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
} from 'react'
import { countCharacters } from '../lib/count-characters.ts'
import { controlClass, Select } from './Select.tsx'
import { cx } from './cx.ts'
import { formatCount } from './format.ts'

export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: string
  /** Maximum number of characters, shown beside the label while typing. Longer text is not cut off. */
  limit?: number
}

/**
 * Returns the ids and ARIA attributes that link a control to its label, hint and error.
 *
 * @param describedBy ids of other elements that describe it
 */
export function useField(
  givenId: string | undefined,
  { hint, error }: Omit<FieldProps, 'label'>,
  describedBy?: string,
) {
  const ownId = useId()
  const id = givenId ?? ownId
  const described = [describedBy, hint && `${id}-hint`, error && `${id}-error`]
    .filter(Boolean)
    .join(' ')
  return {
    id,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': described || undefined,
  }
}

type FieldFrameProps = FieldProps & { id: string; required?: boolean; children: ReactElement }

export function Field({ id, label, hint, error, limit, required, children }: FieldFrameProps) {
  const [length, setLength] = useState<number | null>(null)
  const count = ({ target }: SyntheticEvent) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
      setLength(countCharacters(target.value))
  }
  const [isFocused, setIsFocused] = useState(false)
  const counting = limit && {
    onFocus: (event: SyntheticEvent) => {
      setIsFocused(true)
      count(event)
    },
    onInput: count,
    // Hidden instead of removed: a dialog takes the focus when a node is removed while no field has it.
    onBlur: () => setIsFocused(false),
  }

  return (
    <div className="min-w-0 space-y-1.5" {...counting}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="block text-sm font-semibold text-ink">
          <span>{label}</span>
          {required && (
            <span aria-hidden="true" className="text-clay">
              {' *'}
            </span>
          )}
        </label>
        {limit && <Counter length={length} limit={limit} isShown={isFocused} />}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {children}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

/** The error below a control, which refers to it by its id. */
export function FieldError({
  id,
  role,
  children,
}: Pick<ComponentProps<'p'>, 'id' | 'role' | 'children'>) {
  return (
    <p role={role} className="flex items-start gap-1.5 text-sm font-medium text-danger-ink">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span id={id}>{children}</span>
    </p>
  )
}

/** Remaining characters at which screen readers announce the count. */
const warnings = [0, 5, 10, 20]

type CounterProps = { length: number | null; limit: number; isShown: boolean }

function Counter({ length, limit, isShown }: CounterProps) {
  const left = length === null ? Infinity : limit - length
  const warning = warnings.find((number) => left <= number)
  return (
    <>
      {length !== null && (
        <span
          aria-hidden="true"
          hidden={!isShown}
          className={cx(
            'shrink-0 text-xs tabular-nums',
            left < 0 ? 'font-semibold text-danger-ink' : 'text-ink-soft',
          )}
        >
          {`${formatCount(length)} / ${formatCount(limit)}`}
        </span>
      )}
      {/* Mounted while empty: screen readers announce only changes. */}
      <span role="status" className="sr-only">
        {left < 0
          ? `Longer than ${limit} characters`
          : warning !== undefined && `${warning} or fewer characters left`}
      </span>
    </>
  )
}

/** Without `maxLength`, which cuts off a pasted text without a word: use `limit`, and say what is wrong. */
type TextFieldProps = Omit<ComponentProps<'input'>, 'maxLength'> & FieldProps

export function TextField({ label, hint, error, limit, id, className, ...rest }: TextFieldProps) {
  const field = useField(id, { hint, error }, rest['aria-describedby'])
  return (
    <Field id={field.id} required={rest.required} {...{ label, hint, error, limit }}>
      <input
        dir="auto"
        type="text"
        {...rest}
        {...field}
        className={cx(controlClass, 'min-h-10', className)}
      />
    </Field>
  )
}

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'maxLength'> & FieldProps

/** Enter starts a new line; with Ctrl or ⌘, it submits the form. */
export function TextArea({ label, hint, error, limit, id, className, ...rest }: TextAreaProps) {
  const field = useField(id, { hint, error })
  return (
    <Field id={field.id} required={rest.required} {...{ label, hint, error, limit }}>
      <textarea
        dir="auto"
        rows={4}
        onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
          if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit()
        }}
        {...rest}
        {...field}
        className={cx(controlClass, 'field-sizing-content max-h-64 min-h-24', className)}
      />
    </Field>
  )
}

type SelectFieldProps = ComponentProps<'select'> & Omit<FieldProps, 'limit'>

export function SelectField({ label, hint, error, id, children, ...rest }: SelectFieldProps) {
  const field = useField(id, { hint, error })
  return (
    <Field id={field.id} label={label} hint={hint} error={error} required={rest.required}>
      <Select {...rest} {...field}>
        {children}
      </Select>
    </Field>
  )
}
