import { PostgrestClient } from '@supabase/postgrest-js'
import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { readProperty } from '../../lib/read-property.ts'
import { formatCount } from '../../ui/format.ts'
import type { ColumnsOf } from '../../supabase/row-of.ts'
import { appHeaders, supabaseKey, supabaseUrl } from '../../supabase/config.ts'
import type { Database, Json } from '../../supabase/database.types.ts'
import { serviceFetch } from '../../supabase/service-fetch.ts'
import {
  detailColumns,
  type DirectoryFilter,
  listColumns,
  type ListInput,
  pageArguments,
  searchArguments,
  type Sort,
} from './directory-view.ts'

/* The queries of the public pages: communities in their approved version, without invite links. */

/**
 * The part of the Supabase client that reads tables, a tenth of its size, without a session. Sends plain
 * GETs, which a CDN can cache.
 */
const directoryClient = new PostgrestClient<Database>(`${supabaseUrl}/rest/v1`, {
  headers: { ...appHeaders, apikey: supabaseKey },
  // In a browser, `directoryCache` retries them.
  retry: typeof window === 'undefined',
  fetch: serviceFetch,
})

type Functions = Database['public']['Functions']
type DirectoryCommunity = Functions['search_directory']['Returns'][number]

type Selected<Select> = Pick<DirectoryCommunity, keyof DirectoryCommunity & ColumnsOf<Select>>

/** Its summary is the beginning of its description. */
export type ListedCommunity = Selected<typeof listColumns>
export type PublicCommunity = Selected<typeof detailColumns>

export type ListPage = { communities: ListedCommunity[]; hasMore: boolean }

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

export const listQuery = (input: ListInput) =>
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

/** Reads those that are listed among at most 100 communities, in no particular order. */
export async function readListedCommunities(ids: readonly string[]) {
  const input = { community_ids: [...ids] }
  const read = directoryClient.rpc('get_listed_communities', input, { get: true })
  const { data } = await read.select(listColumns).throwOnError()
  return data.map(withRelativeImage)
}

/** The numbers of communities that match a filter, as `private.count_directory` returns them. */
export type DirectoryCounts = {
  total: number
  /** Whether every number is a lower bound, because the database stopped counting. */
  is_at_least: boolean
  /**
   * The corrected search that the database used instead, '' if there were no searchable words, or null if it used the
   * search as typed.
   */
  searched_for: string | null
  /** The current names of the places, a line each, if the filter has others; '' if there is no such place. */
  current_location: string | null
  /** The number without one of the filters. */
  any: Record<'location' | 'category' | 'join_type' | 'language', number>
  /** Most communities first. */
  locations: { name: string; country: string; communities: number }[]
  categories: Record<string, number>
  join_types: Record<string, number>
  languages: Record<string, number>
}

const noCounts: DirectoryCounts = {
  total: 0,
  is_at_least: false,
  searched_for: null,
  current_location: null,
  any: { location: 0, category: 0, join_type: 0, language: 0 },
  locations: [],
  categories: {},
  join_types: {},
  languages: {},
}

/** The names of its values, which identify the version of `count_directory`. */
export const countNames = Object.keys(noCounts)

export async function readCounts(
  filter: DirectoryFilter,
  signal: AbortSignal,
): Promise<DirectoryCounts> {
  const query = directoryClient.rpc('count_directory', searchArguments(filter), { get: true })
  return toCounts((await query.abortSignal(signal).throwOnError()).data)
}

/**
 * Returns the result of `count_directory` with its type; a closed directory has no communities.
 *
 * @throws if it is the result of another version of the function, from a cache or until the REST service reloads
 */
export function toCounts(result: Json): DirectoryCounts {
  if (result === null) return noCounts
  if (!isCounted(result)) throw new Error('The counts of the directory have an unknown format')
  return result
}

/** The generated types say only that it is JSON. `directory-search.slow.test.ts` checks the types of all values. */
const isCounted = (result: Json): result is DirectoryCounts =>
  countNames.every((name) => readProperty(result, name) !== undefined)

export const countsQuery = (filter: DirectoryFilter) =>
  queryOptions({
    queryKey: ['counts', searchArguments(filter)],
    meta: { isPersisted: true },
    queryFn: ({ signal }) => readCounts(filter, signal),
  })

export type MapPlace = Database['public']['Functions']['count_places']['Returns'][number]

/** Reads the places with communities that match the other filters, most communities first. */
export function placesQuery(filter: DirectoryFilter) {
  const input = searchArguments({ ...filter, location: [] })
  return queryOptions({
    queryKey: ['places', input],
    queryFn: async ({ signal }): Promise<MapPlace[]> => {
      const places = directoryClient.rpc('count_places', input, { get: true })
      return (await places.abortSignal(signal).throwOnError()).data
    },
  })
}

export const usePlaces = (filter: DirectoryFilter, { enabled = true } = {}) =>
  useQuery({ ...placesQuery(filter), enabled })

/** A number of communities. It is a lower bound if the database stopped counting. */
export type CommunityCount = { communities: number; is_at_least: boolean }

/** Returns one of the numbers; none for a value that no community has. */
export const countOf = ({ is_at_least }: DirectoryCounts, communities = 0): CommunityCount => ({
  communities,
  is_at_least,
})

/** Whether there are certainly no communities. */
export const isZero = ({ communities, is_at_least }: CommunityCount) =>
  communities === 0 && !is_at_least

export const isOne = ({ communities, is_at_least }: CommunityCount) =>
  communities === 1 && !is_at_least

/** Returns '12', or '100+' for a lower bound. */
export const formatCommunities = ({ communities, is_at_least }: CommunityCount) =>
  `${formatCount(communities)}${is_at_least ? '+' : ''}`

export const getNoun = (count: CommunityCount) => (isOne(count) ? 'community' : 'communities')

/** Returns '1 community', '12 communities' or '100+ communities'. */
export const describeCommunities = (count: CommunityCount) =>
  `${formatCommunities(count)} ${getNoun(count)}`

/** The languages that communities speak, the most frequent first. */
export const getLanguages = ({ languages }: DirectoryCounts): string[] =>
  Object.entries(languages)
    .toSorted(([, one], [, other]) => other - one)
    .map(([code]) => code)

/** Returns the current names of the places in a filter; none if there are no such places. */
export function getPlaceNames({ location }: DirectoryFilter, counts?: DirectoryCounts) {
  const current = counts?.current_location
  if (location.length === 0 || typeof current !== 'string') return location
  return current === '' ? [] : current.split('\n')
}
