import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { controlClass } from './Field.tsx'

/** A native select with an arrow of our own; its label is the caller's business. */
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
