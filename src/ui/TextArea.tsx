import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { controlClass, Field, useField, type FieldProps } from './Field.tsx'

type Props = ComponentProps<'textarea'> & FieldProps

export function TextArea({ label, hint, error, id, className, ...rest }: Props) {
  const field = useField(id, { hint, error })
  return (
    <Field id={field.id} label={label} hint={hint} error={error} required={rest.required}>
      <textarea
        rows={4}
        {...rest}
        {...field}
        className={cx(controlClass, 'field-sizing-content max-h-64 min-h-24', className)}
      />
    </Field>
  )
}
