import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { controlClass, Field, useField, type FieldProps } from './Field.tsx'

type Props = ComponentProps<'input'> & FieldProps

export function TextField({ label, hint, error, id, className, ...rest }: Props) {
  const field = useField(id, { hint, error })
  return (
    <Field id={field.id} label={label} hint={hint} error={error} required={rest.required}>
      <input type="text" {...rest} {...field} className={cx(controlClass, 'min-h-10', className)} />
    </Field>
  )
}
