import { cx } from './cx.ts'

/** A grey stand-in for content on its way; size it with `className`. Say 'Loading...' beside it. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={cx('animate-pulse rounded-lg bg-sunken', className ?? 'h-4 w-full')}
    />
  )
}
