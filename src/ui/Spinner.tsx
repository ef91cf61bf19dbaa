import { cx } from './cx.ts'

type Props = {
  /** Read out by screen readers; leave it out where visible text already says what is going on. */
  label?: string
  className?: string
}

export function Spinner({ label, className }: Props) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      className={cx('size-5 animate-spin', className)}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" opacity="0.25" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}
