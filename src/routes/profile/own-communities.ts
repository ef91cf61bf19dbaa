import { queryOptions } from '@tanstack/react-query'
import { communityColumns } from '../../communities/fields.ts'
import { unwrap } from '../../supabase/errors.ts'
import { supabase } from '../../supabase/client.ts'

/** The communities of an owner, newest first, with what the checks of their invite links found. */
export function ownCommunities(userId: string) {
  return queryOptions({
    queryKey: ['communities', 'owned by', userId],
    queryFn: async () =>
      unwrap(
        await supabase
          .from('communities')
          .select(`${communityColumns}, community_links (state)` as const)
          .eq('owner_id', userId)
          .order('created_at', { ascending: false }),
      ),
    meta: { failure: 'Error loading communities' },
  })
}

export type OwnCommunity = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof ownCommunities>['queryFn']>>>
>[number]

/** How often people joined the communities of an owner in the last 30 days; days without joins are left out. */
export function ownJoins(userId: string) {
  return queryOptions({
    queryKey: ['communities', 'joins', userId],
    queryFn: async ({ signal }) => unwrap(await supabase.rpc('count_joins').abortSignal(signal)),
    meta: { failure: 'Error loading joins' },
  })
}

type JoinCount = Awaited<ReturnType<NonNullable<ReturnType<typeof ownJoins>['queryFn']>>>[number]

const dayLength = 24 * 60 * 60 * 1000

/**
 * The joins of one community on each of the last 30 days, oldest first and today last. A day is one of UTC, as
 * in the database.
 */
export function joinsPerDay(counts: readonly JoinCount[], communityId: string, now = Date.now()) {
  const own = counts.filter(({ community_id }) => community_id === communityId)
  return Array.from({ length: 30 }, (_, index) => {
    const day = new Date(now - (29 - index) * dayLength).toISOString().slice(0, 10)
    return { day, joins: own.find((count) => count.day === day)?.joins ?? 0 }
  })
}
