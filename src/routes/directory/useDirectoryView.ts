import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { type DirectoryView, getViewUrl, readView, type Sort } from './directory-view.ts'

/** Returns the view in the URL, and functions that change it. Filters are links instead. */
export function useDirectoryView() {
  const [params] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()

  const change = (changes: Partial<DirectoryView>, { replace }: { replace: boolean }) => {
    // The current URL, not the rendered one: a filter may have changed during the search's debounce.
    const current = readView(new URLSearchParams(window.location.search))
    // A replaced entry keeps its state: the sign-in dialog may have opened meanwhile.
    void navigate(getViewUrl({ ...current, ...changes }), {
      replace,
      state: replace ? state : null,
    })
  }

  return {
    view: readView(params),
    /** Replaces the history entry, so that Back does not step through every search. */
    search: (q: string) => change({ q }, { replace: true }),
    sortBy: (sort: Sort) => change({ sort }, { replace: false }),
  }
}
