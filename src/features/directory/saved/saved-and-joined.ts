import { queryOptions } from '@tanstack/react-query'
import type { SavedCommunity } from './saved-communities.ts'
import type { ColumnsOf, RowOf } from '../../../supabase/row-of.ts'
import type { Database } from '../../../supabase/database.types.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { loadClient } from '../../../supabase/load-client.ts'
import { pageLoadTime } from '../../data/query-client.ts'

/** The last day on which the user joined each community. The database deletes old joins. */
export function joinedCommunities(userId: string) {
  return queryOptions({
    queryKey: ['joined communities', userId],
    staleTime: pageLoadTime,
    queryFn: async ({ signal }) =>
      unwrap(await (await loadClient()).rpc('list_my_joins').abortSignal(signal)),
  })
}

type Join = RowOf<typeof joinedCommunities>

/** A community that the user saved, joined, or both. */
export type OwnEntry = {
  id: string
  isSaved: boolean
  joinedOn: string | null
  /** The user's answer whether the group is still active. */
  isActive: boolean | null
}

/** Returns the saved and the joined communities, the one that was last saved or joined first. */
export function mergeEntries(saved: readonly SavedCommunity[], joins: readonly Join[]): OwnEntry[] {
  const lastJoins = new Map(joins.map((join) => [join.community_id, join]))
  const savedAt = new Map(saved.map(({ community_id, saved_at }) => [community_id, saved_at]))
  // Days and moments sort together as texts.
  const latest = (id: string) =>
    [savedAt.get(id) ?? '', lastJoins.get(id)?.joined_on ?? ''].toSorted().at(-1) ?? ''
  return [...new Set([...savedAt.keys(), ...lastJoins.keys()])]
    .toSorted((one, other) => latest(other).localeCompare(latest(one)))
    .map((id) => ({
      id,
      isSaved: savedAt.has(id),
      joinedOn: lastJoins.get(id)?.joined_on ?? null,
      isActive: lastJoins.get(id)?.is_active ?? null,
    }))
}

const columns = 'id, name, location, country, image_url'

type Listed = Database['public']['Functions']['get_listed_communities']['Returns'][number]
export type CommunitySummary = Pick<Listed, keyof Listed & ColumnsOf<typeof columns>>

/** What visitors see of some communities. Those that are no longer listed are missing. */
export function listedCommunities(ids: readonly string[]) {
  return queryOptions({
    queryKey: ['listed communities', ids],
    queryFn: async ({ signal }): Promise<CommunitySummary[]> => {
      const supabase = await loadClient()
      const input = { community_ids: [...ids] }
      const listed = supabase.rpc('get_listed_communities', input, { get: true }).select(columns)
      return unwrap(await listed.abortSignal(signal))
    },
  })
}
