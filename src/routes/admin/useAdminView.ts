import { useSearchParams } from 'react-router-dom'
import { type AdminView, chosenParams, readView } from './admin-view.ts'

/**
 * The view in the address, and how to change it. `show` goes to another view, which Back undoes;
 * `refine` replaces the present one, for each pause of somebody who types a search.
 */
export function useAdminView() {
  const [params, setParams] = useSearchParams()
  const view = readView(params)
  const go = (next: AdminView, replace: boolean) => {
    // The address is changed at once, the screen when it is drawn.
    const newest = new URLSearchParams(window.location.search)
    setParams(chosenParams(next, view, newest), { replace })
  }
  return {
    view,
    show: (next: AdminView) => go(next, false),
    refine: (next: AdminView) => go(next, true),
  }
}
