import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { readText } from './read-property.ts'
import { useUrlParams } from './url-params.ts'

type DialogName =
  | 'edit'
  | 'list'
  | 'report'
  | 'claim'
  | 'account'
  | 'filters'
  | 'show'
  | 'activity'
  | 'user'

/**
 * Keeps a dialog open while the URL has `?<name>=<value>`: Back closes it, a reload keeps it open. Opening adds one
 * history entry, closing removes it.
 *
 * @param state the parameters that hold the state of the dialog; closing removes them, too
 */
export function useDialogInUrl(name: DialogName, state: readonly string[] = []) {
  const { params, setParams } = useUrlParams()
  const location = useLocation()
  const navigate = useNavigate()
  const navigationType = useNavigationType()
  const value = params.get(name)
  const from = readOpenedFrom(location.state)

  // Whether a link in this app led here. Signing in on the way replaces the entry.
  const isPushed = useRef(false)
  // Going back is asynchronous and must not be requested twice.
  const isClosing = useRef(false)
  useEffect(() => {
    isClosing.current = false
    if (!value || navigationType === NavigationType.Pop) isPushed.current = false
    else if (navigationType === NavigationType.Push) isPushed.current = true
  }, [value, navigationType])

  const leaveOnce = (leave: () => void) => {
    // A save that finishes after Back was pressed must not go back again.
    const isOpen = value && new URLSearchParams(window.location.search).get(name) === value
    if (isClosing.current || !isOpen) return
    isClosing.current = true
    leave()
  }

  return {
    value,
    open: (next: string) => setParams({ [name]: next }, { state: openedFrom(location.pathname) }),
    close: () =>
      leaveOnce(() => {
        if (from !== null || isPushed.current) void navigate(-1)
        else
          setParams(Object.fromEntries([name, ...state].map((parameter) => [parameter, null])), {
            replace: true,
          })
      }),
    leaveFor: (to: string) =>
      leaveOnce(() => void (from === to ? navigate(-1) : navigate(to, { replace: true }))),
  }
}

/**
 * Returns the state of a history entry that opens a dialog on top of the page's own entry: closing the dialog goes back,
 * even after a reload.
 */
export const openedFrom = (pathname: string) => ({ dialogOpenedFrom: pathname })

/** Returns the path of the page below the dialog if the previous history entry is that page, else null. */
export const readOpenedFrom = (state: unknown): string | null =>
  readText(state, 'dialogOpenedFrom') || null
