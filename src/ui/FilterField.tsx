import type { ComponentProps } from 'react'
import { Select } from './Select.tsx'

type Props = Omit<ComponentProps<'select'>, 'onChange'> & {
  label: string
  onChange: (value: string) => void
}

/** A compact select for a toolbar: its first option says what it filters, so the label is only read out. */
export function FilterField({ label, className, onChange, children, ...rest }: Props) {
  return (
    <div className={className}>
      <Select
        {...rest}
        aria-label={label}
        className="truncate"
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {children}
      </Select>
    </div>
  )
}
