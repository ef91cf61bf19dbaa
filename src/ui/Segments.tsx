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
  /** Takes less height on large screens. */
  isDense?: boolean
  onChange: (value: Value) => void
}

export const segmentsClass = (isDense: boolean) =>
  cx('flex max-w-full gap-1 overflow-x-auto rounded-xl bg-sunken p-1', isDense && 'lg:p-0.5')

/** Of a button with `aria-pressed`. */
export const segmentClass = (isDense: boolean) =>
  cx(
    'inline-flex min-h-8 shrink-0 items-center gap-1.5 rounded-lg px-2.5 text-sm font-semibold text-ink-soft transition-colors hover:text-ink focus-visible:-outline-offset-2 aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-card',
    isDense && 'lg:min-h-7',
  )

/** A row of options, one of which is selected. */
export function Segments<Value extends string>(props: Props<Value>) {
  const { label, value, segments, isDense = false, onChange } = props
  return (
    <div role="group" aria-label={label} className={segmentsClass(isDense)}>
      {segments.map(({ value: option, label: text, count, icon: Icon }) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === value}
          onClick={() => onChange(option)}
          className={segmentClass(isDense)}
        >
          {Icon && <Icon aria-hidden="true" className="size-4" />}
          <span>{text}</span>{' '}
          {count !== undefined && (
            <span className="text-xs tabular-nums">{formatCount(count)}</span>
          )}
        </button>
      ))}
    </div>
  )
}
