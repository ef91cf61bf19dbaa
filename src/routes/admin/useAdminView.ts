import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type AdminView, readView, viewParams } from './admin-view.ts'

/**
 * The view in the address, and how to change it. `show` goes to another view, which Back undoes;
 * `refine` replaces the present one, for each pause of somebody who types a search.
 */
export function useAdminView() {
  const [params, setParams] = useSearchParams()
  const view = readView(params)
  const show = useCallback((next: AdminView) => setParams(viewParams(next)), [setParams])
  const refine = useCallback(
    (next: AdminView) => setParams(viewParams(next), { replace: true }),
    [setParams],
  )
  return { view, show, refine }
}
