import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { App } from './App.tsx'
import {
  type FirstPage,
  fullList,
  homeList,
  type ListedCommunity,
  maxPageSize,
  readCounts,
  readPage,
  seedFirstPage,
} from './routes/directory/directory-queries.ts'
import { getCommunityUrl } from './routes/directory/directory-view.ts'
import { SessionProvider } from './session/SessionProvider.tsx'

/* Entry point of scripts/build/prerender/, which builds it for Node. */

/** Returns the HTML that a signed-out visitor sees first. The tree is that of main.tsx, which hydrates it. */
export async function renderPage(path: string): Promise<string> {
  const errors: unknown[] = []
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={path}>
        <SessionProvider>
          <App />
        </SessionProvider>
      </StaticRouter>
    </StrictMode>,
    // Larger chunks would be moved to the end of the page, and need an inline script to move them back.
    {
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onError: (error) => void errors.push(error),
    },
  )
  if (errors.length > 0) throw new AggregateError(errors, `${path} could not be rendered`)
  return new Response(prelude).text()
}

/** Milliseconds after which the build continues without the directory. */
const directoryTimeout = 10_000

/**
 * Reads the communities on / and /communities, which renderPage then includes.
 *
 * @throws if the project cannot be reached
 */
export async function readFirstPages(): Promise<Record<'/' | '/communities', FirstPage>> {
  const signal = AbortSignal.timeout(directoryTimeout)
  const [list, counts] = await Promise.all([
    readPage(fullList, signal),
    readCounts(fullList.filter, signal),
  ])
  const page = { ...list, counts }
  seedFirstPage(page)
  const isCut = list.communities.length > homeList.pageSize
  return {
    '/': {
      communities: list.communities.slice(0, homeList.pageSize),
      hasMore: list.hasMore || isCut,
      counts,
    },
    '/communities': page,
  }
}

/** Returns the paths of the newest communities. */
export async function readCommunityPaths(limit: number): Promise<string[]> {
  const signal = AbortSignal.timeout(directoryTimeout)
  const found: ListedCommunity[] = []
  for (let hasMore = true; hasMore && found.length < limit;) {
    // oxlint-disable-next-line no-await-in-loop -- Each page starts after the last row of the previous one.
    const page = await readPage({ ...fullList, pageSize: maxPageSize }, signal, found.at(-1))
    found.push(...page.communities)
    hasMore = page.hasMore
  }
  return found.slice(0, limit).map(getCommunityUrl)
}
