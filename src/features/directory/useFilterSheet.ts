import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { openedFrom, readOpenedFrom, useDialogInUrl } from '../../lib/useDialogInUrl.ts'
import { type DirectoryView, getViewUrl } from './directory-view.ts'

/**
 * Opens and closes the sheet with the filters. It has one history entry, which the chosen filters replace. Closing it, also
 * with Back, shows the list with these filters, one entry after the list before.
 */
export function useFilterSheet(view: DirectoryView) {
  const navigate = useNavigate()
  const isBack = useNavigationType() === NavigationType.Pop
  const listBefore = readOpenedFrom(useLocation().state)
  const { leaveFor } = useDialogInUrl('filters')
  const list = getViewUrl({ ...view, filters: false })

  const lastOpen = useRef<{ list: string; listBefore: string | null } | null>(null)
  useEffect(() => {
    const closed = view.filters ? null : lastOpen.current
    lastOpen.current = view.filters ? { list, listBefore } : null
    if (closed && isBack && closed.listBefore === list && closed.list !== list) {
      void navigate(closed.list)
    }
  }, [view.filters, list, listBefore, isBack, navigate])

  return {
    open: () => {
      void navigate(getViewUrl({ ...view, filters: true }), { state: openedFrom(list) })
    },
    close: () => leaveFor(list),
  }
}
