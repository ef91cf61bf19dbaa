/** Whether the build is rendering a page: there is no browser, and the page must be true for days. */
export const isBuild = typeof window === 'undefined'

/**
 * Whether the build rendered this page for this URL. The build writes the path on the html element, and the query if
 * the content depends on it. Another query has other content, and some hosts answer every path with the same file.
 * Other parameters, such as a campaign's, do not change a community. Protected pages have no path: their HTML is
 * a placeholder.
 */
export function isPrerendered(): boolean {
  const { path, query } = document.documentElement.dataset
  const { pathname, search } = window.location
  return path === getPagePath(pathname) && (query === undefined || isSameContent(search, query))
}

const isSameContent = (search: string, query: string) =>
  search === query || (query !== '' && search.startsWith(`${query}&`))

/** Returns the path of a page without the slash at its end. */
export const getPagePath = (pathname: string): string => pathname.replace(/\/+$/, '') || '/'
