import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { controlClass } from './Field.tsx'

type Props = Omit<ComponentProps<'select'>, 'onChange'> & {
  label: string
  onChange: (value: string) => void
}

/** A compact select for a toolbar: its first option says what it filters, so the label is only read out. */
export function FilterField({ label, className, onChange, children, ...rest }: Props) {
  return (
    <div className={cx('relative min-w-0', className)}>
      <select
        {...rest}
        aria-label={label}
        onChange={(event) => onChange(event.currentTarget.value)}
        className={cx(controlClass, 'min-h-10 appearance-none truncate pr-9')}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-soft"
      />
    </div>
  )
}
