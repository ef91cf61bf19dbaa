import type { ComponentProps } from 'react'
import { Field, useField, type FieldProps } from './Field.tsx'
import { Select } from './Select.tsx'

type Props = ComponentProps<'select'> & FieldProps

/** A native select: pass `<option>` and `<optgroup>` children. */
export function SelectField({ label, hint, error, id, children, ...rest }: Props) {
  const field = useField(id, { hint, error })
  return (
    <Field id={field.id} label={label} hint={hint} error={error} required={rest.required}>
      <Select {...rest} {...field}>
        {children}
      </Select>
    </Field>
  )
}
