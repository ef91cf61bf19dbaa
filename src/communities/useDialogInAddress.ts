import { useEffect, useRef } from 'react'
import {
  NavigationType,
  useLocation,
  useNavigate,
  useNavigationType,
  useSearchParams,
} from 'react-router-dom'

/** State of a link that opens a dialog on another screen, so that closing it leads back. */
export const openedFrom = (pathname: string) => ({ dialogOpenedFrom: pathname })

/**
 * A dialog that is open while `?<name>=<value>` is in the address: Back closes it, a reload opens it
 * again. Opening adds one entry to the history and closing takes it away.
 */
export function useDialogInAddress(name: 'edit' | 'list') {
  const [params] = useSearchParams()
  const { key, pathname, state } = useLocation()
  const navigate = useNavigate()
  const navigationType = useNavigationType()
  const value = params.get(name)
  const from: unknown = Reflect.get(Object(state), 'dialogOpenedFrom')

  // A plain link on this very screen may have opened it, too.
  const previous = useRef(value)
  const pushed = useRef('')
  useEffect(() => {
    if (!previous.current && value && navigationType === NavigationType.Push) pushed.current = key
    previous.current = value
  }, [value, key, navigationType])

  const closed = useRef('')
  /** Going back takes a moment, in which it must not be asked for a second time. */
  const once = (leave: () => void) => {
    if (closed.current === key) return
    closed.current = key
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
        if (typeof from === 'string' || pushed.current === key) {
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
