import { type InfiniteData, type Query, QueryClient } from '@tanstack/react-query'
import { countCharacters } from '../../lib/count-characters.ts'
import { persistQueries } from '../../lib/persist-queries.ts'
import { isUuid } from '../../lib/uuid.ts'
import {
  communityQuery,
  countNames,
  countsQuery,
  type DirectoryCounts,
  type ListedCommunity,
  type ListPage,
  listQuery,
  maxPageSize,
  type PublicCommunity,
} from './directory-queries.ts'
import {
  detailColumns,
  type DirectoryView,
  type ListInput,
  noFilter,
  pageSize,
  sortOf,
} from './directory-view.ts'

/** Caches public data only. Each signed-in user has a separate cache: `openUserCache`. */
export const directoryCache = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      // Back shows any earlier list immediately. In the build, a timer would keep Node running.
      gcTime: Infinity,
      retry: (failures) => failures < 1 && navigator.onLine,
      refetchOnWindowFocus: false,
      // Report a lost connection instead of waiting for it, then recover when it is back.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
  },
})

/** In characters: the database cuts summaries there. */
const summaryLength = 300

const findInLists = (id: string, predicate: (query: Query) => boolean = () => true) =>
  directoryCache
    .getQueriesData<InfiniteData<ListPage>>({ queryKey: ['communities'], predicate })
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap(({ communities }) => communities)
    .find((community) => community.id === id)

/**
 * Returns what a list of this visit contains of a community: the beginning of its description, and no groups. Not from
 * the build or an earlier visit: since then, the community may have been removed.
 */
export function findListed(id: string): PublicCommunity | undefined {
  const listed = findInLists(id, ({ state }) => state.dataUpdatedAt > 0 && !state.isInvalidated)
  if (!listed) return undefined
  const isCut = countCharacters(listed.summary) >= summaryLength
  const description = listed.summary + (isCut ? '...' : '')
  return { ...listed, description, host_name: '', host_intro: '', groups: [] }
}

/** Returns what the card of a community showed, also a card of the build or of an earlier visit. */
export const findCard = (
  id: string,
): Pick<ListedCommunity, 'name' | 'image_url' | 'languages'> | undefined => findInLists(id)

/** Requests the data that /communities shows for a view, unless it is cached. */
export function prefetchView({ community, saved, sort, ...filter }: DirectoryView): void {
  if (saved) return
  if (community) {
    if (isUuid(community)) void directoryCache.prefetchQuery(communityQuery(community))
  } else {
    const input = { filter, sort: sortOf({ ...filter, sort }), pageSize }
    void directoryCache.prefetchInfiniteQuery(listQuery(input))
    void directoryCache.prefetchQuery(countsQuery(filter))
  }
}

/** The lists that / and /communities show first. */
export const homeList: ListInput = { filter: noFilter, sort: 'newest', pageSize: 8 }
export const fullList: ListInput = { filter: noFilter, sort: 'newest', pageSize }

/** For the images of places: a request of one page finds the best community of nearly every place. */
export const bestList: ListInput = { filter: noFilter, sort: 'joined', pageSize: maxPageSize }

/** A row of cards for visitors who found nothing. */
export const popularList: ListInput = { filter: noFilter, sort: 'joined', pageSize: 3 }

export const otherCount = 4
/** The newest communities in a place: one more than shown, because the community itself may be among them. */
export const getOthersList = (location: string | null): ListInput => ({
  filter: { ...noFilter, location: location ? [location] : [] },
  sort: 'newest',
  pageSize: otherCount + 1,
})

/** The newest communities and the counts at build time, written into / and /communities. */
export type FirstPage = ListPage & { counts: DirectoryCounts }

const seedList = (input: ListInput, page: ListPage) =>
  directoryCache.setQueryData(
    listQuery(input).queryKey,
    { pages: [page], pageParams: [undefined] },
    { updatedAt: 0 },
  )

/** Seeds the first queries of the screens, which then refetch because the data counts as stale. */
export function seedFirstPage({ communities, hasMore, counts }: FirstPage): void {
  directoryCache.setQueryData(countsQuery(noFilter).queryKey, counts, { updatedAt: 0 })
  seedList(homeList, toHomePage({ communities, hasMore }))
  // The first page of / is too short for /communities.
  if (communities.length > homeList.pageSize || !hasMore)
    seedList(fullList, { communities, hasMore })
}

/** Returns the part of the first page of /communities that / shows. */
export const toHomePage = <Page extends ListPage>(page: Page): Page => ({
  ...page,
  communities: page.communities.slice(0, homeList.pageSize),
  hasMore: page.hasMore || page.communities.length > homeList.pageSize,
})

/** A community and the newest ones in its place at build time, written into its static page. */
export type FirstCommunity = { community: PublicCommunity; others: ListPage }

export function seedFirstCommunity({ community, others }: FirstCommunity): void {
  directoryCache.setQueryData(communityQuery(community.id).queryKey, community, { updatedAt: 0 })
  seedList(getOthersList(community.location), others)
}

/** Seeds queries with the data that scripts/build/prerender/html.ts wrote into the page. */
function seedFromPage(id: string, seed: (data: FirstPage & FirstCommunity) => void): void {
  const json = typeof document === 'undefined' ? null : document.getElementById(id)?.textContent
  if (json) seed(JSON.parse(json))
}

if (typeof window !== 'undefined') {
  persistQueries(directoryCache, {
    storageKey: 'community-app-directory',
    buster: [detailColumns, ...countNames].join(),
  })
}

// After the rows of the last visit, which may be older.
seedFromPage('first-page', seedFirstPage)
seedFromPage('first-community', seedFirstCommunity)
