import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { App } from '../App.tsx'
import {
  directoryCache,
  type FirstCommunity,
  type FirstPage,
  fullList,
  getOthersList,
  seedFirstCommunity,
  seedFirstPage,
  toHomePage,
} from '../../features/directory/directory-cache.ts'
import {
  maxPageSize,
  type PublicCommunity,
  readCounts,
  readFullPage,
  readPage,
} from '../../features/directory/directory-queries.ts'
import { getCommunityUrl, type Sort } from '../../features/directory/directory-view.ts'
import { SessionDialogs } from '../../features/session/SessionDialogs.tsx'

/* Entry point of scripts/build/prerender/, which builds it for Node. */

/** Returns the HTML that a visitor sees until the app starts. */
export async function renderPage(path: string): Promise<string> {
  const errors: unknown[] = []
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={path}>
        <App />
        <SessionDialogs />
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

export async function renderCommunity(data: FirstCommunity): Promise<string> {
  seedFirstCommunity(data)
  const html = await renderPage(getCommunityUrl(data.community))
  // Otherwise the cache would grow with every page.
  directoryCache.removeQueries({ queryKey: ['community', data.community.id] })
  return html
}

export { renderFeeds } from '../../features/directory/feeds.ts'
export { getCommunityPath } from '../../features/community/community-path.ts'
export { getCommunityUrl } from '../../features/directory/directory-view.ts'
export { describeCommunity, describeList } from '../../features/directory/structured-data.ts'

/** Milliseconds after which the build gives up a call. */
const directoryTimeout = 10_000

/**
 * Reads the communities on / and /communities, which renderPage then includes.
 *
 * @throws if the project cannot be reached
 */
export async function readFirstPages(): Promise<Map<string, FirstPage>> {
  const signal = AbortSignal.timeout(directoryTimeout)
  const [list, counts] = await Promise.all([
    readPage(fullList, signal),
    readCounts(fullList.filter, signal),
  ])
  const page = { ...list, counts }
  seedFirstPage(page)
  return new Map([
    ['/', toHomePage(page)],
    ['/communities', page],
  ])
}

/**
 * Reads the newest and the most joined communities in turn, with what their pages show.
 *
 * @param limit how many to return at most
 * @throws if the project cannot be reached
 */
export async function readCommunities(limit: number): Promise<PublicCommunity[]> {
  const found = new Map<string, PublicCommunity>()
  const lists = [listCommunities('newest'), listCommunities('joined')]
  while (found.size < limit) {
    // oxlint-disable-next-line no-await-in-loop -- Each page starts after the last row of the previous one.
    const pages = await Promise.all(lists.map((list) => list.next()))
    for (const { value } of pages)
      for (const community of value ?? []) found.set(community.id, community)
    if (pages.some(({ done }) => done)) break
  }
  return [...found.values()].slice(0, limit)
}

async function* listCommunities(sort: Sort) {
  const input = { ...fullList, sort, pageSize: maxPageSize }
  let last: PublicCommunity | undefined
  for (let hasMore = true; hasMore;) {
    // oxlint-disable-next-line no-await-in-loop -- Each page starts after the last row of the previous one.
    const page = await readFullPage(input, AbortSignal.timeout(directoryTimeout), last)
    yield page.communities
    last = page.communities.at(-1)
    hasMore = page.hasMore
  }
}

/** Reads the communities that the page of every community in a place suggests. */
export const readOthers = (place: string): Promise<FirstCommunity['others']> =>
  readPage(getOthersList(place), AbortSignal.timeout(directoryTimeout))
