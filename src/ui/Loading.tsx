import { cx } from './cx.ts'
import { useDelayedDisplayFont } from './display-font.ts'

/** Needs text beside it that describes the progress. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      className={cx('size-5 animate-spin', className)}
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" opacity="0.25" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}

/** A gray placeholder for loading content, sized by `className`. Needs a `LoadingText` beside it. */
export function Skeleton({ className }: { className: string }) {
  useDelayedDisplayFont()
  return (
    <div
      aria-hidden="true"
      className={`animate-pulse rounded-lg bg-sunken noscript:hidden ${className}`}
    />
  )
}

/** The text that screen readers announce instead of placeholders. */
export function LoadingText() {
  return (
    <p role="status" className="sr-only noscript:hidden">
      Loading...
    </p>
  )
}

/** A placeholder for loading rows, as tall as the window so that content below does not jump. */
export function LoadingRows() {
  return (
    <div className="min-h-dvh space-y-4 noscript:hidden">
      <p role="status" className="text-ink-soft">
        Loading...
      </p>
      {['h-24', 'h-24 opacity-75', 'h-24 opacity-50', 'h-24 opacity-25'].map((look) => (
        <Skeleton key={look} className={`w-full rounded-xl ${look}`} />
      ))}
    </div>
  )
}
