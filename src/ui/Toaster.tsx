import { useLayoutEffect, useState } from 'react'
import { toast as hotToast, Toaster as HotToaster, useToasterStore } from 'react-hot-toast'

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

/** What a toast must not cover. */
const covered = 'a, button, input, select, textarea, summary, [role="menu"], h1, h2, h3'

/** In pixels, between a toast and what is above or below it, and at the edges of the window. */
const gap = 8

/**
 * Returns the highest place in the column of the toasts where the toasts cover nothing that can be pressed, and no
 * heading; the top of the window if there is none. Toasts stay where they are for as long as they cover nothing there.
 *
 * @param current where they are, in pixels from the top of the window
 */
function findFreeTop(current: number): number {
  // Their layout, because they grow while they appear.
  const toasts = [...document.querySelectorAll<HTMLElement>('[data-rht-toaster] > * > *')]
  const height = toasts.reduce((sum, toast) => sum + toast.offsetHeight + gap, 0)
  const left = Math.min(
    ...toasts.map((toast) => toast.getBoundingClientRect().right - toast.offsetWidth),
  )
  const end = Math.max(...toasts.map((toast) => toast.getBoundingClientRect().right))
  const dialog = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1)
  // What is behind a dialog cannot be pressed.
  const obstacles = [...(dialog ?? document).querySelectorAll(covered)]
    .filter((element) => !element.closest('#toasts'))
    .map((element) => element.getBoundingClientRect())
    // Hidden ones have no width.
    .filter(({ width, bottom }) => width > 1 && bottom > 0)
    .filter((box) => box.right > left - gap && box.left < end + gap)
    .toSorted((one, other) => one.top - other.top)
  const isFree = (top: number) =>
    top >= gap && obstacles.every((box) => box.bottom <= top || box.top >= top + height)
  if (isFree(current)) return current
  const tops = [gap, ...obstacles.map(({ bottom }) => bottom + gap)].toSorted((a, b) => a - b)
  return tops.find((top) => isFree(top) && top + height <= innerHeight) ?? gap
}
