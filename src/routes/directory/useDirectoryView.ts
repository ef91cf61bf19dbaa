import { useNavigate, useSearchParams } from 'react-router-dom'
import { readProperty } from '../../lib/read-property.ts'
import { type DirectoryView, getViewUrl, readView, type Sort } from './directory-view.ts'

/** Returns the view in the URL, and functions that change it. Filters are links instead. */
export function useDirectoryView() {
  const [params] = useSearchParams()
  const navigate = useNavigate()

  const change = (changes: Partial<DirectoryView>, { replace }: { replace: boolean }) => {
    // The current URL and state, not the rendered ones: during the search's debounce, a filter may have changed, or the
    // sign-in dialog may have been opened. React Router stores the state of an entry as `usr`.
    const current = readView(new URLSearchParams(window.location.search))
    void navigate(getViewUrl({ ...current, ...changes }), {
      replace,
      state: replace ? readProperty(window.history.state, 'usr') : null,
    })
  }

  return {
    view: readView(params),
    /** Replaces the history entry, so that Back does not step through every search. */
    search: (search: string) => change({ search }, { replace: true }),
    sortBy: (sort: Sort) => change({ sort }, { replace: false }),
  }
}
