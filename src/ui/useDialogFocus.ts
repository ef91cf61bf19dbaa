import { useRef } from 'react'

/**
 * Where the focus goes when a dialog opens and closes; pass both to its content. It goes back to
 * what opened the dialog (Radix does that for its own triggers only) or, where that is gone, to
 * the page's main part, unless something else has taken it in the meantime.
 */
export function useDialogFocus() {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (document.activeElement !== document.body) return
      const isThere = opener.current?.isConnected && opener.current !== document.body
      const target = isThere ? opener.current : document.querySelector('main')
      if (target instanceof HTMLElement) target.focus()
    },
  }
}
