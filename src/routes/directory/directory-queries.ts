import type { Database } from '../../supabase/database.types.ts'
import { directory } from '../../supabase/directory-client.ts'
import { formatCount } from '../../ui/format.ts'
import { createRead } from './createRead.ts'
import type { DirectoryFilter, Sort } from './directory-view.ts'

/* The queries of the public pages: communities in their approved version, without their invite links. */

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

export type DirectoryList = { communities: ListedCommunity[]; hasMore: boolean }

type ListInput = { filter: DirectoryFilter; sort: Sort; pageSize: number }

/** Fills its rows whether there are one, two or three cards in a row. */
export const pageSize = 24
/** The database gives 48 rows at a time, and one more is asked for than is shown. */
export const largestPage = 47

/** The arguments that searching and counting share, without empty ones. */
const toArguments = ({ q, place, category, join }: DirectoryFilter) => ({
  ...(q && { search: q }),
  ...(place && { location: place }),
  ...(category && { category }),
  ...(join && { join_type: join }),
})

/**
 * A page of a list.
 *
 * @param after the last community of the page before; without it, the first page
 * @throws PostgrestError when the call failed
 */
export async function readList(
  { filter, sort, pageSize: size }: ListInput,
  signal: AbortSignal,
  after?: ListedCommunity,
): Promise<DirectoryList> {
  const { data } = await directory
    .rpc(
      'search_directory',
      {
        ...toArguments(filter),
        sort,
        // One more than is shown tells whether there are more.
        page_size: size + 1,
        ...(after && { after_key: sortKey(after, sort), after_id: after.id }),
      },
      { get: true },
    )
    .select(listColumns)
    .abortSignal(signal)
    .throwOnError()
  return { communities: data.slice(0, size).map(onOwnOrigin), hasMore: data.length > size }
}

/**
 * The build names the images of the embedded backend without the origin, which it does not know: so does
 * the app, or every list would differ from the one it takes over.
 */
const onOwnOrigin = (community: ListedCommunity): ListedCommunity => ({
  ...community,
  image_url: community.image_url.replace(ownStorage, '/storage/'),
})
const ownStorage = `${typeof window === 'undefined' ? '' : window.location.origin}/storage/`

const sortKey = ({ listed_at, member_count, name }: ListedCommunity, sort: Sort) =>
  ({ newest: listed_at, members: String(member_count), name })[sort]

export const useList = createRead(readList)

/** How many communities there are of each value, each facet under the other filters but its own. */
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

export const useCounts = createRead(readCounts)

export type Count = { number: number; isAtLeast: boolean; text: string; noun: string }

/**
 * How many communities a facet counts: of one of its values, or of all of them together, which is what
 * there would be without that filter. Where the database stopped counting, it is at least so many.
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
 * Returns what the database searched for instead of the typed search: the corrected words, '' if the search has no
 * searchable words, undefined if it searched for what was typed.
 */
export const searchedFor = (counts: DirectoryCounts | undefined): string | undefined =>
  counts?.find(({ facet }) => facet === 'searched_for')?.value

/** One community with its whole description and its groups; null when visitors may not see it. */
export const useCommunity = createRead(async (community: string, signal) => {
  const { data } = await directory
    .rpc('get_directory_community', { community_id: community }, { get: true })
    .select(`${listColumns},description,groups`)
    .abortSignal(signal)
    .throwOnError()
    .maybeSingle()
  return data
})

export type PublicCommunity = NonNullable<ReturnType<typeof useCommunity>['data']>
