import { type KeyboardEvent, type ReactElement, type ReactNode, useId, useRef } from 'react'
import { cx } from './cx.ts'

type Tab = {
  value: string
  label: string
  count?: ReactElement
  content: ReactNode
  /** Called when a pointer is pressed on the tab, shortly before it opens. */
  preload?: () => void
}

type Props = {
  label: string
  value: string
  onValueChange: (value: string) => void
  tabs: Tab[]
  /** Of the row of tabs. */
  className?: string | undefined
  /** Elements in the row of the tabs, before and after them. Narrow screens show both above the tabs. */
  before?: ReactElement
  after?: ReactElement
}

/**
 * Tabs whose selection the caller holds, so that it can be part of the URL. Arrow keys, Home and End move
 * between them.
 */
export function Tabs({ label, value, onValueChange, tabs, className, before, after }: Props) {
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  const shown = tabs.find((tab) => tab.value === value)

  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex((tab) => tab.value === value)
    const next = {
      ArrowRight: tabs[(index + 1) % tabs.length],
      ArrowLeft: tabs.at(index - 1),
      Home: tabs[0],
      End: tabs.at(-1),
    }[event.key]
    if (!next) return
    event.preventDefault()
    onValueChange(next.value)
    row.current?.querySelector<HTMLElement>(`[data-value="${next.value}"]`)?.focus()
  }

  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-x-6 lg:inset-shadow-[0_-1px] lg:inset-shadow-line">
        {before}
        <div
          ref={row}
          role="tablist"
          aria-label={label}
          // The line is inside: content that overlaps the border would cause a scroll bar.
          className={cx(
            'flex gap-1 overflow-x-auto max-lg:order-last max-lg:w-full max-lg:inset-shadow-[0_-1px] max-lg:inset-shadow-line lg:me-auto',
            className,
          )}
        >
          {tabs.map((tab) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              data-value={tab.value}
              aria-selected={tab === shown}
              aria-controls={tab === shown ? `${id}-panel` : undefined}
              tabIndex={tab === shown ? 0 : -1}
              onPointerDown={tab.preload}
              onClick={() => onValueChange(tab.value)}
              onKeyDown={onKeyDown}
              className="inline-flex min-h-11 shrink-0 items-center gap-2 rounded-t-lg border-b-[3px] border-transparent px-3.5 max-[23rem]:px-2 text-[0.9375rem] font-semibold text-ink-soft transition-colors hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-clay aria-selected:text-ink"
            >
              <span>{tab.label}</span> {tab.count}
            </button>
          ))}
        </div>
        {after}
      </div>
      {shown && (
        <div
          // The key resets the state when the tab changes.
          key={shown.value}
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-${shown.value}`}
          tabIndex={0}
          // What it shows can be wider than the panel, so that an outline would cut across it.
          className="pt-3 outline-none focus-visible:shadow-[0_-3px_0_var(--color-focus)]"
        >
          {shown.content}
        </div>
      )}
    </div>
  )
}

export function TabCount({ count }: { count: number | undefined }) {
  return (
    count !== undefined && (
      <span className="rounded-full bg-sunken px-2 py-0.5 text-xs font-semibold tabular-nums">
        {count}
      </span>
    )
  )
}
