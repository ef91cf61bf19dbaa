import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Database } from '../../supabase/database.types.ts'
import { takeEarlyRows } from '../../supabase/early-rows.ts'
import { directory } from './directory-client.ts'
import { type Count, describeCount } from './directory-count.ts'
import { countsRequest, searchArguments } from './directory-requests.ts'
import type { DirectoryFilter } from './directory-view.ts'

/* How many communities the filters would show. */

type Functions = Database['public']['Functions']

/** How many communities have each value; each facet ignores its own filter. */
export type DirectoryCounts = Functions['count_directory']['Returns']
type Facet = 'total' | 'location' | 'category' | 'join_type' | 'language'

export const readCounts = (
  filter: DirectoryFilter,
  signal: AbortSignal,
): Promise<DirectoryCounts> =>
  takeEarlyRows(countsRequest(filter), null, async () => {
    const counts = directory.rpc('count_directory', searchArguments(filter), { get: true })
    return (await counts.abortSignal(signal).throwOnError()).data
  })

/** The query for the counts of a filter. */
export const countsQuery = (filter: DirectoryFilter) =>
  queryOptions({
    queryKey: countsRequest(filter).key,
    meta: { isPersisted: true },
    queryFn: ({ signal }) => readCounts(filter, signal),
  })

export function useCounts(filter: DirectoryFilter) {
  return useQuery(countsQuery(filter))
}

/** The languages that communities speak, the most frequent first. */
export const getLanguages = (counts: DirectoryCounts): string[] =>
  counts
    .filter(({ facet, value }) => facet === 'language' && value)
    .toSorted((a, b) => b.communities - a.communities)
    .map(({ value }) => value)

/**
 * Returns the number of communities with one value of a facet, or with any value, as if that filter were
 * not set. It is a lower bound if the database stopped counting.
 */
export function countOf(counts: DirectoryCounts, facet: Facet, value = ''): Count {
  const row = counts.find((one) => one.facet === facet && one.value === value)
  return describeCount(
    row?.communities ?? 0,
    counts.some(({ is_at_least }) => is_at_least),
  )
}

/**
 * Returns the corrected search that the database used instead, '' if there were no searchable words, or
 * undefined if it used the search as typed.
 */
export const getCorrectedSearch = (counts: DirectoryCounts | undefined): string | undefined =>
  counts?.find(({ facet }) => facet === 'searched_for')?.value

/**
 * Returns the current name of the place in a filter, which may be an alternative or a former one; '' if there is no such
 * place. Undefined while the counts are missing.
 */
export function getPlaceName(
  counts: DirectoryCounts | undefined,
  place: string,
): string | undefined {
  return counts && (counts.find(({ facet }) => facet === 'place')?.value ?? place)
}

/** The places of a facet, most communities first, with their countries. */
export const getPlaces = (counts: DirectoryCounts): { name: string; country: string }[] =>
  counts.flatMap(({ facet, value, country }) =>
    facet === 'location' && value ? { name: value, country } : [],
  )

type PlaceCounts = Functions['count_places']['Returns']

/** Returns the number of communities in a place. */
export const toPlaceCount = ({ communities, is_at_least }: PlaceCounts[number]): Count =>
  describeCount(communities, is_at_least)

const placesQuery = ({ place: _place, ...filter }: DirectoryFilter) => {
  const input = searchArguments({ ...filter, place: null })
  return queryOptions({
    queryKey: ['places', input],
    queryFn: async ({ signal }): Promise<PlaceCounts> => {
      const { data } = await directory
        .rpc('count_places', input, { get: true })
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
}

/** Reads the places with communities that match the other filters, most communities first. */
export function usePlaces(filter: DirectoryFilter, { enabled = true } = {}) {
  return useQuery({ ...placesQuery(filter), enabled })
}
