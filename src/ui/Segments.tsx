import { Link } from 'react-router-dom'
import { cx } from './cx.ts'
import { formatCount } from './format.ts'

type Segment<Value extends string> = {
  value: Value
  label: string
  count?: number | undefined
  /** Stands out while it has a count. */
  isMain?: boolean
  /** Makes it a link. */
  to?: string | undefined
  /** Called when a pointer is pressed on it, shortly before it is chosen. */
  onPointerDown?: (() => void) | undefined
}

type Props<Value extends string> = {
  label: string
  value: Value
  segments: readonly Segment<Value>[]
  /** Takes less height on large screens. */
  isDense?: boolean
  onChange: (value: Value) => void
}

/** A row of options, one of which is selected. */
export function Segments<Value extends string>({
  label,
  value,
  segments,
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
      {segments.map(({ value: option, label: text, count, isMain, to, onPointerDown }) => {
        const className = cx(
          'inline-flex min-h-8 shrink-0 items-center gap-1.5 rounded-lg px-2.5 text-sm font-semibold text-ink-soft no-underline transition-colors hover:text-ink focus-visible:-outline-offset-2',
          'aria-[current=true]:bg-surface aria-[current=true]:text-ink aria-[current=true]:shadow-card aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-card',
          isDense && 'lg:min-h-7',
        )
        const content = (
          <>
            <span>{text}</span>{' '}
            {count !== undefined && (
              <span
                className={cx(
                  'text-xs tabular-nums',
                  isMain && count > 0 && 'rounded-full bg-accent px-1.5 text-accent-on',
                )}
              >
                {formatCount(count)}
              </span>
            )}
          </>
        )
        return to === undefined ? (
          <button
            key={option}
            type="button"
            aria-pressed={option === value}
            onPointerDown={onPointerDown}
            onClick={() => onChange(option)}
            className={className}
          >
            {content}
          </button>
        ) : (
          <Link
            key={option}
            to={to}
            aria-current={option === value || undefined}
            className={className}
          >
            {content}
          </Link>
        )
      })}
    </div>
  )
}
