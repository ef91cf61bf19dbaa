import { useEffect, useRef } from 'react'
import {
  NavigationType,
  useLocation,
  useNavigate,
  useNavigationType,
  useSearchParams,
} from 'react-router-dom'
import { openedFrom, readOpenedFrom } from './opened-from.ts'

/**
 * A dialog that is open while `?<name>=<value>` is in the address: Back closes it, a reload opens it
 * again. Opening adds one entry to the history and closing takes it away.
 */
export function useDialogInUrl(name: 'edit' | 'list' | 'report') {
  const [params] = useSearchParams()
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  const navigationType = useNavigationType()
  const value = params.get(name)
  const from = readOpenedFrom(state)

  // Whether a link of this app led here. Signing in on the way replaces the entry.
  const isPushed = useRef(false)
  // Going back takes a moment, in which it must not be asked for a second time.
  const isClosing = useRef(false)
  useEffect(() => {
    isClosing.current = false
    if (!value || navigationType === NavigationType.Pop) isPushed.current = false
    else if (navigationType === NavigationType.Push) isPushed.current = true
  }, [value, navigationType])

  const once = (leave: () => void) => {
    // A save that ends after Back was pressed must not go back a second time.
    const isOpen = new URLSearchParams(window.location.search).get(name) === value
    if (isClosing.current || !isOpen) return
    isClosing.current = true
    leave()
  }

  return {
    value,
    open: (next: string) => {
      const search = new URLSearchParams(params)
      search.set(name, next)
      void navigate({ search: search.toString() }, { state: openedFrom(pathname) })
    },
    close: () =>
      once(() => {
        if (from !== null || isPushed.current) {
          void navigate(-1)
          return
        }
        const search = new URLSearchParams(params)
        search.delete(name)
        void navigate({ search: search.toString() }, { replace: true })
      }),
    /** Closes the dialog and shows another screen in its place. */
    leaveFor: (to: string) =>
      once(() => void (from === to ? navigate(-1) : navigate(to, { replace: true }))),
  }
}
