import { queryOptions, useQuery } from '@tanstack/react-query'
import { unwrap } from '../../../supabase/errors.ts'
import { loadClient } from '../../../supabase/load-client.ts'
import type { RowOf } from '../../../supabase/row-of.ts'
import { pageLoadTime } from '../../data/query-client.ts'
import type { SessionUser } from '../../session/useSession.ts'
import { openUserCache } from '../../session/user-cache.ts'

/** The last day on which the user joined each community. The database deletes old joins. */
export function joinedCommunities(userId: string) {
  return queryOptions({
    queryKey: ['joined communities', userId],
    // The next visit shows them at once.
    meta: { isPersisted: true },
    staleTime: pageLoadTime,
    queryFn: async ({ signal }) =>
      unwrap(await (await loadClient()).rpc('list_my_joins').abortSignal(signal)),
  })
}

export type Join = RowOf<typeof joinedCommunities>

/** Whether the user joined a community; false until the list has loaded, and for visitors. */
export function useIsJoined(user: SessionUser | null, communityId: string): boolean {
  const userId = user?.id ?? ''
  const { data = false } = useQuery(
    {
      ...joinedCommunities(userId),
      enabled: user !== null,
      select: (joins) => joins.some(({ community_id }) => community_id === communityId),
    },
    user ? openUserCache(userId) : undefined,
  )
  return data
}

/** Reads the list again after the user joined a community. */
export const refreshJoined = (userId: string) =>
  openUserCache(userId).invalidateQueries(joinedCommunities(userId))
