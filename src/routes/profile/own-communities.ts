import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '../../supabase/errors.ts'
import { ownCommunityColumns } from '../../supabase/columns.ts'
import { prefetchedFor } from '../../supabase/query-client.ts'
import { loadClient } from '../../supabase/load-client.ts'

/** Returns the query for an owner's communities, newest first, with the state of their invite links. */
export function ownCommunities(userId: string) {
  return queryOptions({
    queryKey: ['communities', 'owned by', userId],
    meta: { isKept: true },
    staleTime: prefetchedFor,
    queryFn: async ({ signal }) => {
      const supabase = await loadClient()
      return unwrap(
        await supabase
          .from('communities')
          .select(ownCommunityColumns)
          .eq('owner_id', userId)
          .order('created_at', { ascending: false })
          .abortSignal(signal),
      )
    },
  })
}

export type OwnCommunity = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof ownCommunities>['queryFn']>>>
>[number]

/** Returns the query for the joins per community and day in the last 30 days, without empty days. */
export function ownJoins(userId: string) {
  return queryOptions({
    queryKey: ['communities', 'joins', userId],
    queryFn: async ({ signal }) => {
      const supabase = await loadClient()
      return unwrap(await supabase.rpc('count_joins').abortSignal(signal))
    },
  })
}

type JoinCount = Awaited<ReturnType<NonNullable<ReturnType<typeof ownJoins>['queryFn']>>>[number]

const dayMs = 24 * 60 * 60 * 1000

/** Returns a community's joins on each of the last 30 days, oldest first, in UTC like the database. */
export function joinsPerDay(counts: readonly JoinCount[], communityId: string, now = Date.now()) {
  const own = counts.filter(({ community_id }) => community_id === communityId)
  return Array.from({ length: 30 }, (_, index) => {
    const day = new Date(now - (29 - index) * dayMs).toISOString().slice(0, 10)
    return { day, joins: own.find((count) => count.day === day)?.joins ?? 0 }
  })
}
