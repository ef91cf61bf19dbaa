import {
  type InfiniteData,
  infiniteQueryOptions,
  type Query,
  queryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { countCharacters } from '../../lib/count-characters.ts'
import { persistQueries } from '../../lib/persist-queries.ts'
import { isUuid } from '../../lib/uuid.ts'
import type { ColumnsOf } from '../../supabase/row-of.ts'
import type { Database } from '../../supabase/database.types.ts'
import { directoryCache, directoryClient } from './directory-client.ts'
import { countNames, countsQuery, type DirectoryCounts } from './directory-counts.ts'
import {
  detailColumns,
  listColumns,
  type ListInput,
  pageArguments,
  pageSize,
} from './directory-requests.ts'
import { type DirectoryView, noFilter, type Sort, sortOf } from './directory-view.ts'

/* The queries of the public pages: communities in their approved version, without invite links. */

type Functions = Database['public']['Functions']
type DirectoryCommunity = Functions['search_directory']['Returns'][number]

type Selected<Select> = Pick<DirectoryCommunity, keyof DirectoryCommunity & ColumnsOf<Select>>

/** Its summary is the beginning of its description. */
export type ListedCommunity = Selected<typeof listColumns>
export type PublicCommunity = Selected<typeof detailColumns>

type ListPage = { communities: ListedCommunity[]; hasMore: boolean }

/** One less than the database's limit of 48, because each read requests one extra row. */
export const maxPageSize = 47

/**
 * @param after the last community of the previous page; omit it for the first page
 * @throws PostgrestError when the call fails
 */
export async function readPage(
  input: ListInput,
  signal: AbortSignal,
  after?: ListedCommunity,
): Promise<ListPage> {
  const list = searchDirectory(input, after).select(listColumns)
  return toPage((await list.abortSignal(signal).throwOnError()).data, input)
}

/** Like `readPage`, with the full descriptions and the groups. */
export async function readFullPage(
  input: ListInput,
  signal: AbortSignal,
  after?: ListedCommunity,
): Promise<{ communities: PublicCommunity[]; hasMore: boolean }> {
  const list = searchDirectory(input, after).select(detailColumns)
  return toPage((await list.abortSignal(signal).throwOnError()).data, input)
}

const searchDirectory = (input: ListInput, after?: ListedCommunity) =>
  directoryClient.rpc(
    'search_directory',
    {
      ...pageArguments(input),
      ...(after && { after_key: sortKey(after, input.sort), after_id: after.id }),
    },
    { get: true },
  )

const toPage = <Row extends ListedCommunity>(rows: Row[], { pageSize: size }: ListInput) => ({
  communities: rows.slice(0, size).map(withRelativeImage),
  hasMore: rows.length > size,
})

/**
 * The embedded backend's origin is unknown at build time, so the build writes relative image URLs. The app
 * must do the same, or the browser would load every image again.
 */
const withRelativeImage = <Row extends ListedCommunity>(community: Row): Row => ({
  ...community,
  image_url: community.image_url.replace(ownStorage, '/storage/'),
})
const ownStorage = `${typeof window === 'undefined' ? '' : window.location.origin}/storage/`

const sortKey = ({ rank, is_verified, joins, approval_date, name }: ListedCommunity, sort: Sort) =>
  ({
    best: `${rank} ${is_verified} ${joins} ${approval_date}`,
    newest: approval_date,
    joined: `${joins} ${approval_date}`,
    name,
  })[sort]

const listQuery = (input: ListInput) =>
  infiniteQueryOptions({
    queryKey: ['communities', pageArguments(input)],
    meta: { isPersisted: true },
    queryFn: ({ signal, pageParam }) => readPage(input, signal, pageParam),
    initialPageParam: undefined as ListedCommunity | undefined,
    getNextPageParam: ({ communities, hasMore }) => (hasMore ? communities.at(-1) : undefined),
  })

export const useCommunityList = (input: ListInput, { enabled = true } = {}) =>
  useInfiniteQuery({ ...listQuery(input), enabled, select: joinPages })

const joinPages = ({ pages }: { pages: ListPage[] }) =>
  pages.flatMap(({ communities }) => communities)

/** Reads a community with its full description and its groups; null if it is not listed. */
export const communityQuery = (id: string) =>
  queryOptions({
    queryKey: ['community', id],
    meta: { isPersisted: true },
    queryFn: async ({ signal }): Promise<PublicCommunity | null> => {
      const input = { community_id: id }
      const read = directoryClient.rpc('get_directory_community', input, { get: true })
      const found = await read.select(detailColumns).abortSignal(signal).throwOnError()
      const [community] = found.data
      return community ? withRelativeImage(community) : null
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
  return { ...listed, description: listed.summary + (isCut ? '...' : ''), groups: [] }
}

/** Returns what the card of a community showed, also a card of the build or of an earlier visit. */
export const findCard = (
  id: string,
): Pick<ListedCommunity, 'name' | 'image_url' | 'languages'> | undefined => findInLists(id)

/** Requests the data that /communities shows for a view, unless it is cached. */
export function prefetchView({ community, sort, ...filter }: DirectoryView): void {
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

/** A row of cards for visitors who found nothing. */
export const popularList: ListInput = { filter: noFilter, sort: 'joined', pageSize: 3 }

export const otherCount = 4
/** The newest communities in a place: one more than shown, because the community itself may be among them. */
export const getOthersList = (location: string | null): ListInput => ({
  filter: { ...noFilter, location },
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
