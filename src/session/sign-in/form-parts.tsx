import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { Button } from '../../ui/Button.tsx'
import { controlClass, Field, useField, type FieldProps } from '../../ui/Field.tsx'

type Props = Omit<ComponentProps<'input'>, 'type'> &
  FieldProps & { autoComplete: 'current-password' | 'new-password' }

export function PasswordField({ label, hint, error, id, ...rest }: Props) {
  const [shown, setShown] = useState(false)
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
          type={shown ? 'text' : 'password'}
          className={`${controlClass} min-h-10 pr-12`}
        />
        <Button
          variant="ghost"
          size="sm"
          icon={shown ? EyeOff : Eye}
          aria-label={shown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!shown)}
          className="absolute top-1/2 right-1.5 -translate-y-1/2"
        />
      </div>
    </Field>
  )
}
