import { queryOptions, useQuery } from '@tanstack/react-query'
import { readProperty } from '../../lib/read-property.ts'
import type { Database, Json } from '../../supabase/database.types.ts'
import { formatCount } from '../../ui/format.ts'
import { directoryClient } from './directory-client.ts'
import { searchArguments } from './directory-requests.ts'
import type { DirectoryFilter } from './directory-view.ts'

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
  /** The current name of the place if the filter has another of its names; '' if there is no such place. */
  current_location: string | null
  /** The number without one of the filters. */
  any: Record<'location' | 'category' | 'join_type' | 'language', number>
  /** Most communities first, after the place of the filter. */
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

/** Returns the current name of the place in a filter; '' if there is no such place. */
export const getPlaceName = ({ location }: DirectoryFilter, counts?: DirectoryCounts) =>
  location && (counts?.current_location ?? location)

export type MapPlace = Database['public']['Functions']['count_places']['Returns'][number]

/** Reads the places with communities that match the other filters, most communities first. */
export function placesQuery(filter: DirectoryFilter) {
  const input = searchArguments({ ...filter, location: null })
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
