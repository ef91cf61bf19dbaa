import { Toaster as HotToaster } from 'react-hot-toast'

/** Milliseconds on screen; section 9 of the specification. Loading toasts stay until replaced. */
const durations = {
  plain: 4000,
  success: 2000,
  error: 4000,
  loading: Number.POSITIVE_INFINITY,
} as const

/** The toast area of every screen, top right; react-hot-toast itself shows at most 20 at once. */
export function Toaster() {
  return (
    <HotToaster
      position="top-right"
      // Below the header, whose buttons must not be covered.
      containerStyle={{ top: '4.75rem' }}
      toastOptions={{
        duration: durations.plain,
        className: 'border border-line font-medium',
        style: {
          background: 'var(--color-surface)',
          color: 'var(--color-ink)',
          boxShadow: '0 2px 6px var(--color-shadow), 0 12px 32px -12px var(--color-shadow)',
          borderRadius: '0.75rem',
          maxWidth: 'min(26rem, calc(100vw - 2rem))',
        },
        success: {
          duration: durations.success,
          iconTheme: { primary: 'var(--color-accent)', secondary: 'var(--color-on-accent)' },
        },
        error: {
          duration: durations.error,
          iconTheme: { primary: 'var(--color-danger)', secondary: 'var(--color-on-danger)' },
        },
        loading: { duration: durations.loading },
      }}
    />
  )
}
