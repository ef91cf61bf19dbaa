import { useNavigate, useSearchParams } from 'react-router-dom'
import { cleanLine } from './clean-text.ts'
import { readProperty } from './read-property.ts'

/* The state of a screen in the query of its URL. Missing and invalid values are the default. */

/** New values of parameters, which may have several; null, '' or an empty list removes one. */
type ParamChanges = Readonly<Record<string, string | readonly string[] | null>>

type Options = {
  /** Replaces the history entry, and keeps its state. */
  replace?: boolean
  /** The state of a new history entry. */
  state?: object
}

/** Returns the parameters of the URL, and a function that changes some and keeps all others. */
export function useUrlParams() {
  const [params] = useSearchParams()
  const navigate = useNavigate()

  const setParams = (changes: ParamChanges, { replace = false, state }: Options = {}) => {
    // The current URL and state, not the rendered ones: during a search's debounce, a filter may have changed, or the
    // sign-in dialog may have been opened. React Router stores the state of an entry as `usr`.
    const { search, hash } = window.location
    const query = changeQuery(search, changes)
    // The second click of a double-click changes nothing.
    if (query === changeQuery(search, {})) return
    void navigate(
      { search: query, hash },
      { replace, state: replace ? readProperty(window.history.state, 'usr') : state },
    )
  }
  return { params, setParams }
}

/** Returns a query after changes, without '?'. */
export function changeQuery(query: string, changes: ParamChanges): string {
  const params = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    const [first, ...others] = typeof value === 'string' ? [value] : (value ?? [])
    if (first) params.set(name, first)
    else params.delete(name)
    for (const other of others) params.append(name, other)
  }
  return params.toString()
}

/** Returns a parameter if it is one of the values, else null. */
export const readOneOf = <Value extends string>(
  params: URLSearchParams,
  name: string,
  values: readonly Value[],
): Value | null => values.find((value) => value === params.get(name)) ?? null

/** Returns a cleaned text of at most so many characters, '' if the parameter is missing. */
export const readLine = (params: URLSearchParams, name: string, maxLength: number): string =>
  cleanLine(params.get(name) ?? '').slice(0, maxLength)
