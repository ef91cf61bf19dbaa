import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { App } from './App.tsx'
import {
  largestPage,
  type ListedCommunity,
  readCounts,
  readList,
} from './routes/directory/directory-queries.ts'
import { addressOfCommunity } from './routes/directory/directory-view.ts'
import { allNewest, type FirstPage, newestSize, takeOver } from './routes/directory/first-page.ts'
import { SessionProvider } from './session/SessionProvider.tsx'

/**
 * The page at a path as HTML, as an anonymous visitor sees it at first: the same tree as in
 * main.tsx, which takes it over in the browser. Only the build calls this.
 */
export async function renderPage(path: string): Promise<string> {
  const problems: unknown[] = []
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={path}>
        <SessionProvider>
          <App />
        </SessionProvider>
      </StaticRouter>
    </StrictMode>,
    // Nothing is moved to the end of the page: that takes an inline script to move it back.
    {
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onError: (problem) => void problems.push(problem),
    },
  )
  if (problems.length > 0) throw new AggregateError(problems, `${path} could not be rendered`)
  return new Response(prelude).text()
}

/** Milliseconds after which the build goes on without the directory. */
const patience = 10_000

/**
 * What the pages that are rendered from then on show of the directory, by their paths.
 *
 * @throws when the project cannot be reached
 */
export async function readFirstPages(): Promise<Record<'/' | '/communities', FirstPage>> {
  const signal = AbortSignal.timeout(patience)
  const [list, counts] = await Promise.all([
    readList(allNewest, signal),
    readCounts(allNewest.filter, signal),
  ])
  const page = { ...list, counts }
  takeOver(page)
  const isCut = list.communities.length > newestSize
  return {
    '/': {
      communities: list.communities.slice(0, newestSize),
      hasMore: list.hasMore || isCut,
      counts,
    },
    '/communities': page,
  }
}

/**
 * The addresses of the newest communities, for search engines.
 *
 * @param most how many at most
 */
export async function readAddresses(most: number): Promise<string[]> {
  const signal = AbortSignal.timeout(patience)
  const found: ListedCommunity[] = []
  for (let hasMore = true; hasMore && found.length < most;) {
    // oxlint-disable-next-line no-await-in-loop -- Each page begins after the one before.
    const page = await readList({ ...allNewest, pageSize: largestPage }, signal, found.at(-1))
    found.push(...page.communities)
    hasMore = page.hasMore
  }
  return found.slice(0, most).map(addressOfCommunity)
}
