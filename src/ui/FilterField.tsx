import { type ChangeEvent, type ComponentProps, startTransition, useOptimistic } from 'react'
import { Select } from './Select.tsx'

/* Apart from the other fields, because the home page does not load it. */

type FilterFieldProps = Omit<ComponentProps<'select'>, 'onChange'> & {
  label: string
  value: string | number
  onChange: (value: string) => void
}

/** A compact select for a toolbar. Its label is not visible: the first option describes the filter. */
export function FilterField({
  label,
  className,
  value,
  onChange,
  children,
  ...rest
}: FilterFieldProps) {
  const field = useFilterValue(value, onChange)
  return (
    <div className={className}>
      <Select {...rest} {...field} aria-label={label} className="truncate">
        {children}
      </Select>
    </div>
  )
}

/**
 * Returns the value of a field that is part of the URL, and its event handler. Shows a change at once: React would
 * otherwise reset the field until the page for the new URL has rendered.
 */
export function useFilterValue(value: string | number, onChange: (value: string) => void) {
  const [shown, show] = useOptimistic(value)
  return {
    value: shown,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
      const next = currentTarget.value
      startTransition(() => {
        show(next)
        onChange(next)
      })
    },
  }
}
