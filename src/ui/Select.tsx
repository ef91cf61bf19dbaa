import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
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
