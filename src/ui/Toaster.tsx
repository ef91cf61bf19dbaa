import { useLayoutEffect, useState } from 'react'
import { toast as hotToast, Toaster as HotToaster, useToasterStore } from 'react-hot-toast'
import { findFreeTop } from './free-top.ts'

export { hotToast }

/** The toast area of every screen. react-hot-toast limits it to 20 toasts. */
export function Toaster() {
  useDismissDuplicates()
  const place = useFreePlace()
  return (
    <HotToaster
      position="top-right"
      containerStyle={place}
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

/** Returns where the toasts cover no control and no heading, beside the pane at the right, in pixels. */
function useFreePlace() {
  const { toasts } = useToasterStore()
  const isShown = toasts.length > 0
  const [top, setTop] = useState(0)
  const [right, setRight] = useState(0)

  useLayoutEffect(() => {
    if (!isShown) return undefined
    let frame = 0
    const update = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        const pane = document.querySelector('[data-toasts="beside"]')
        setRight(pane ? innerWidth - pane.getBoundingClientRect().left : 0)
        setTop(findFreeTop)
      })
    }
    // Menus, dialogs and notices open and close below a toast.
    const observer = new MutationObserver(update)
    observer.observe(document.body, { childList: true, subtree: true })
    // What appears moves into its place.
    const events = ['resize', 'animationend'] as const
    for (const event of events) addEventListener(event, update)
    update()
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      for (const event of events) removeEventListener(event, update)
    }
  }, [isShown])
  return { top, ...(right > 0 && { right }) }
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
