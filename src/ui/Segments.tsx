import type { LucideIcon } from 'lucide-react'
import { cx } from './cx.ts'
import { formatCount } from './format.ts'

type Segment<Value extends string> = {
  value: Value
  label: string
  count?: number | undefined
  icon?: LucideIcon
}

type Props<Value extends string> = {
  label: string
  value: Value
  segments: readonly Segment<Value>[]
  /** Shows the icons alone where the labels have no room. */
  hidesLabelsOnPhones?: boolean
  /** Takes less height on large screens. */
  isDense?: boolean
  onChange: (value: Value) => void
}

/** A row of options, one of which is selected. */
export function Segments<Value extends string>({
  label,
  value,
  segments,
  hidesLabelsOnPhones = false,
  isDense = false,
  onChange,
}: Props<Value>) {
  return (
    <div
      role="group"
      aria-label={label}
      className={cx(
        'flex max-w-full gap-1 overflow-x-auto rounded-xl bg-sunken p-1',
        isDense && 'lg:p-0.5',
      )}
    >
      {segments.map(({ value: option, label: text, count, icon: Icon }) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === value}
          onClick={() => onChange(option)}
          className={cx(
            'inline-flex min-h-8 shrink-0 items-center gap-1.5 rounded-lg px-2.5 text-sm font-semibold text-ink-soft transition-colors hover:text-ink focus-visible:-outline-offset-2 aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-card',
            isDense && 'lg:min-h-7',
          )}
        >
          {Icon && <Icon aria-hidden="true" className="size-4" />}
          <span className={cx(hidesLabelsOnPhones && 'max-sm:sr-only')}>{text}</span>{' '}
          {count !== undefined && (
            <span className="text-xs tabular-nums">{formatCount(count)}</span>
          )}
        </button>
      ))}
    </div>
  )
}
