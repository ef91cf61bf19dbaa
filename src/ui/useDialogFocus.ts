import { useRef } from 'react'

/**
 * Where the focus goes when a dialog opens and closes; pass both to its content. It goes back to
 * what opened the dialog (Radix does that for its own triggers only) or, where that is gone or goes
 * with the row it stood in, to the page's main part, unless something else has taken it by then.
 */
export function useDialogFocus() {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const { current } = opener
      if (current instanceof HTMLElement && current.isConnected && isFocusFree()) {
        current.focus()
        watch(current)
      } else {
        focusMain()
      }
    },
  }
}

const isFocusFree = () => document.activeElement === document.body

function focusMain() {
  if (isFocusFree()) document.querySelector('main')?.focus({ preventScroll: true })
}

/** A browser says nothing when the element that has the focus is removed. */
function watch(opener: HTMLElement) {
  const observer = new MutationObserver(() => {
    if (opener.isConnected && document.activeElement === opener) return
    observer.disconnect()
    if (!opener.isConnected) focusMain()
  })
  observer.observe(document.body, { childList: true, subtree: true })
}
