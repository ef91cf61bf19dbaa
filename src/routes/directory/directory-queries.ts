import { PostgrestClient } from '@supabase/postgrest-js'
import {
  infiniteQueryOptions,
  QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { useHydrated } from '../../lib/useHydrated.ts'
import { supabaseKey, supabaseUrl } from '../../supabase/config.ts'
import type { Database } from '../../supabase/database.types.ts'
import { formatCount } from '../../ui/format.ts'
import { type DirectoryFilter, noFilter, type Sort } from './directory-view.ts'

/* The queries of the public pages: communities in their approved version, without invite links. */

/**
 * The part of the Supabase client that reads tables, a tenth of its size, without a session. Sends plain
 * GETs, which a CDN can cache; the cache below retries them.
 */
const directory = new PostgrestClient<Database>(`${supabaseUrl}/rest/v1`, {
  headers: { apikey: supabaseKey, 'x-application-name': 'community-app' },
  retry: false,
  // Looks up `fetch` at each call, like supabase-js, so that tests can replace it.
  fetch: (...request) => fetch(...request),
})

/** Caches public data only. Each signed-in user has a separate cache: `Session.queries`. */
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
    mutations: { networkMode: 'always' },
  },
})

type Functions = Database['public']['Functions']
type DirectoryCommunity = Functions['search_directory']['Returns'][number]

const listColumns =
  'id,name,summary,location,category,join_type,member_count,image_url,listed_at,group_count,link_checked_at'

/** A community in a list. Its summary is the first 300 characters of its description. */
export type ListedCommunity = Pick<
  DirectoryCommunity,
  | 'id'
  | 'name'
  | 'summary'
  | 'location'
  | 'category'
  | 'join_type'
  | 'member_count'
  | 'image_url'
  | 'listed_at'
  | 'group_count'
  | 'link_checked_at'
>

type ListPage = { communities: ListedCommunity[]; hasMore: boolean }

type ListInput = { filter: DirectoryFilter; sort: Sort; pageSize: number }

/** Fills complete rows of one, two or three cards. */
export const pageSize = 24
/** One less than the database's limit of 48, because each read requests one extra row. */
export const maxPageSize = 47

/** The arguments shared by searching and counting, without empty ones. */
const toArguments = ({ q, place, category, join }: DirectoryFilter) => ({
  ...(q && { search: q }),
  ...(place && { location: place }),
  ...(category && { category }),
  ...(join && { join_type: join }),
})

/**
 * Reads a page of a list.
 *
 * @param after the last community of the previous page; omit it for the first page
 * @throws PostgrestError when the call fails
 */
export async function readPage(
  { filter, sort, pageSize: size }: ListInput,
  signal: AbortSignal,
  after?: ListedCommunity,
): Promise<ListPage> {
  const { data } = await directory
    .rpc(
      'search_directory',
      {
        ...toArguments(filter),
        sort,
        // The extra row tells whether there is another page.
        page_size: size + 1,
        ...(after && { after_key: sortKey(after, sort), after_id: after.id }),
      },
      { get: true },
    )
    .select(listColumns)
    .abortSignal(signal)
    .throwOnError()
  return { communities: data.slice(0, size).map(withRelativeImage), hasMore: data.length > size }
}

/**
 * The embedded backend's origin is unknown at build time, so the build writes relative image URLs. The app
 * must do the same, or every list would differ from the prerendered one.
 */
const withRelativeImage = (community: ListedCommunity): ListedCommunity => ({
  ...community,
  image_url: community.image_url.replace(ownStorage, '/storage/'),
})
const ownStorage = `${typeof window === 'undefined' ? '' : window.location.origin}/storage/`

const sortKey = ({ listed_at, member_count, name }: ListedCommunity, sort: Sort) =>
  ({ newest: listed_at, members: String(member_count), name })[sort]

const listQuery = (input: ListInput) =>
  infiniteQueryOptions({
    queryKey: ['communities', input],
    queryFn: ({ signal, pageParam }) => readPage(input, signal, pageParam),
    initialPageParam: undefined as ListedCommunity | undefined,
    getNextPageParam: ({ communities, hasMore }) => (hasMore ? communities.at(-1) : undefined),
  })

/** Reads a list, and further pages with `fetchNextPage`. */
export function useCommunityList(input: ListInput) {
  // While hydrating, the input is that of the prerendered page, not of this URL.
  return useInfiniteQuery({ ...listQuery(input), select: joinPages, enabled: useHydrated() })
}

const joinPages = ({ pages }: { pages: ListPage[] }) =>
  pages.flatMap(({ communities }) => communities)

/** How many communities have each value; each facet ignores its own filter. */
export type DirectoryCounts = Functions['count_directory']['Returns']
type Facet = 'total' | 'location' | 'category' | 'join_type'

export async function readCounts(
  filter: DirectoryFilter,
  signal: AbortSignal,
): Promise<DirectoryCounts> {
  const { data } = await directory
    .rpc('count_directory', toArguments(filter), { get: true })
    .abortSignal(signal)
    .throwOnError()
  return data
}

const countsQuery = (filter: DirectoryFilter) =>
  queryOptions({
    queryKey: ['counts', filter],
    queryFn: ({ signal }) => readCounts(filter, signal),
  })

export function useCounts(filter: DirectoryFilter) {
  return useQuery({ ...countsQuery(filter), enabled: useHydrated() })
}

export type Count = { number: number; isAtLeast: boolean; text: string; noun: string }

/**
 * Returns the number of communities with one value of a facet, or with any value, as if that filter were
 * not set. It is a lower bound if the database stopped counting.
 */
export function countOf(counts: DirectoryCounts, facet: Facet, value?: string): Count {
  const rows = counts.filter(
    (row) => row.facet === facet && (value === undefined || row.value === value),
  )
  const number = rows.reduce((sum, { communities }) => sum + communities, 0)
  const isAtLeast = counts.some(({ is_at_least }) => is_at_least)
  const noun = number === 1 && !isAtLeast ? 'community' : 'communities'
  return { number, isAtLeast, text: `${formatCount(number)}${isAtLeast ? '+' : ''}`, noun }
}

/**
 * Returns the corrected search that the database used instead, '' if there were no searchable words, or
 * undefined if it used the search as typed.
 */
export const getCorrectedSearch = (counts: DirectoryCounts | undefined): string | undefined =>
  counts?.find(({ facet }) => facet === 'searched_for')?.value

/** Reads a community with its full description and its groups; null if it is not listed. */
export function useCommunity(id: string) {
  return useQuery({
    queryKey: ['community', id],
    queryFn: async ({ signal }) => {
      const { data } = await directory
        .rpc('get_directory_community', { community_id: id }, { get: true })
        .select(`${listColumns},description,groups`)
        .abortSignal(signal)
        .throwOnError()
        .maybeSingle()
      return data
    },
  })
}

export type PublicCommunity = NonNullable<ReturnType<typeof useCommunity>['data']>

/** What / and /communities show first. */
export const homeList: ListInput = { filter: noFilter, sort: 'newest', pageSize: 8 }
export const fullList: ListInput = { filter: noFilter, sort: 'newest', pageSize }

/** The newest communities and the counts at build time, written into / and /communities. */
export type FirstPage = ListPage & { counts: DirectoryCounts }

/** Seeds the first queries of the screens, which then refetch because the data counts as stale. */
export function seedFirstPage({ communities, hasMore, counts }: FirstPage): void {
  const seedList = (input: ListInput, page: ListPage) =>
    directoryCache.setQueryData(
      listQuery(input).queryKey,
      { pages: [page], pageParams: [undefined] },
      { updatedAt: 0 },
    )
  const isCut = communities.length > homeList.pageSize
  directoryCache.setQueryData(countsQuery(noFilter).queryKey, counts, { updatedAt: 0 })
  seedList(homeList, {
    communities: communities.slice(0, homeList.pageSize),
    hasMore: hasMore || isCut,
  })
  // The first page of / is too short for /communities.
  if (isCut || !hasMore) seedList(fullList, { communities, hasMore })
}

// Written by scripts/build/prerender/html.ts.
const firstPageJson =
  typeof document !== 'undefined' && document.getElementById('first-page')?.textContent
if (firstPageJson) {
  const firstPage: FirstPage = JSON.parse(firstPageJson)
  seedFirstPage(firstPage)
}
