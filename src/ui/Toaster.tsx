import { useLayoutEffect } from 'react'
import { toast as hotToast, Toaster as HotToaster, useToasterStore } from 'react-hot-toast'

export { hotToast }

/** The toast area of every screen. react-hot-toast limits it to 20 toasts. */
export function Toaster() {
  useDismissDuplicates()
  return (
    <HotToaster
      position="top-right"
      // Below the site's header, an open menu and a dialog's header, so that no toast covers a button.
      // keepToastsBelow sets the properties.
      containerStyle={{
        top: 'max(calc(4.75rem + var(--offline-notice-bottom, 0px)), calc(max(var(--dialog-header-bottom, 0px), var(--menu-bottom, 0px)) + 0.5rem))',
      }}
      toastOptions={{
        duration: 4000,
        className: 'border border-line font-medium',
        style: {
          background: 'var(--color-surface)',
          color: 'var(--color-ink)',
          boxShadow: '0 2px 6px var(--color-shadow), 0 12px 32px -12px var(--color-shadow)',
          borderRadius: '0.75rem',
          maxWidth: 'min(26rem, calc(100vw - 2rem))',
        },
        success: {
          duration: 2000,
          iconTheme: { primary: 'var(--color-accent)', secondary: 'var(--color-on-accent)' },
        },
        error: {
          iconTheme: { primary: 'var(--color-danger)', secondary: 'var(--color-on-danger)' },
        },
      }}
    />
  )
}

function useDismissDuplicates() {
  const { toasts } = useToasterStore()

  useLayoutEffect(() => {
    for (const [index, { id, type, message }] of toasts.entries()) {
      // From the newest to the oldest.
      const isDuplicate = toasts
        .slice(0, index)
        .some((newer) => newer.type === type && newer.message === message)
      if (isDuplicate) hotToast.remove(id)
    }
  }, [toasts])
}
