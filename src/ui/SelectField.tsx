import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { controlClass, Field, useField, type FieldProps } from './Field.tsx'

type Props = ComponentProps<'select'> & FieldProps

/** A native select: pass `<option>` and `<optgroup>` children. */
export function SelectField({ label, hint, error, id, className, children, ...rest }: Props) {
  const field = useField(id, { hint, error })
  return (
    <Field id={field.id} label={label} hint={hint} error={error} required={rest.required}>
      <div className="relative">
        <select
          {...rest}
          {...field}
          className={cx(controlClass, 'min-h-10 appearance-none pr-9', className)}
        >
          {children}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-soft"
        />
      </div>
    </Field>
  )
}
