import { ChevronDown } from 'lucide-react'
import { type ChangeEvent, type ComponentProps, startTransition, useOptimistic } from 'react'
import { cx } from './cx.ts'

export const controlClass =
  'block w-full min-w-0 rounded-lg border border-line-strong bg-surface px-3 py-2 text-base ' +
  'text-ink sm:text-[0.9375rem] focus-visible:outline-offset-0 ' +
  'aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger ' +
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink-soft ' +
  '[&[readonly]]:bg-sunken'

/** A native select with our own arrow. The caller adds a label. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <div className="relative min-w-0">
      <select {...rest} className={cx(controlClass, 'min-h-10 appearance-none pr-9', className)}>
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-soft"
      />
    </div>
  )
}

type OptionsProps<Value extends string> = {
  values: readonly Value[]
  textOf?: (value: Value) => string
  /** The name of their group, which is not shown while it is empty. */
  group?: string
}

export function Options<Value extends string>({ values, textOf, group }: OptionsProps<Value>) {
  const options = values.map((value) => (
    <option key={value} value={value}>
      {textOf ? textOf(value) : value}
    </option>
  ))
  if (group === undefined) return options
  return options.length > 0 && <optgroup label={group}>{options}</optgroup>
}

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
