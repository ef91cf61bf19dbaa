import { useLayoutEffect } from 'react'
import { toast, Toaster as HotToaster, useToasterStore } from 'react-hot-toast'
import { useHydrated } from '../lib/useHydrated.ts'

/** Milliseconds on screen. Loading toasts stay until they are replaced. */
const durations = {
  plain: 4000,
  success: 2000,
  error: 4000,
  loading: Number.POSITIVE_INFINITY,
} as const

/** The toast area of every screen, top right; react-hot-toast itself shows at most 20 at once. */
export function Toaster() {
  useOneOfEach()
  // Not in the prerendered HTML: its style attributes are what the Content-Security-Policy forbids.
  if (!useHydrated()) return null
  return (
    <HotToaster
      position="top-right"
      // Below the site's header, an open menu and a dialog's header, whose buttons must stay free. The
      // offline notice, the menu and the dialog publish how far down they reach.
      containerStyle={{
        top: 'max(calc(4.75rem + var(--offline-notice-bottom, 0px)), calc(max(var(--dialog-header-bottom, 0px), var(--menu-bottom, 0px)) + 0.5rem))',
      }}
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

/** Removes the older of two identical toasts: the message stays once, for the time of the newer one. */
function useOneOfEach() {
  const { toasts } = useToasterStore()

  useLayoutEffect(() => {
    for (const [index, { id, type, message }] of toasts.entries()) {
      // The newest comes first.
      const isRepeated = toasts
        .slice(0, index)
        .some((newer) => newer.type === type && newer.message === message)
      if (isRepeated) toast.remove(id)
    }
  }, [toasts])
}
