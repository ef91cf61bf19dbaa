import type { QueryClient } from '@tanstack/react-query'
import type { Community } from './fields.ts'

/** The key of a user's own communities, newest first. */
export const ownCommunitiesKey = (userId: string) => ['communities', 'owned by', userId]

/** Adds a new community to its owner's list, which shows it until the list is loaded again. */
export function showNewCommunity(queries: QueryClient, community: Community): void {
  const key = ownCommunitiesKey(community.owner_id)
  queries.setQueryData<readonly { id: string }[]>(key, (loaded) => {
    const others = loaded?.filter(({ id }) => id !== community.id)
    return others && [{ ...community, community_links: null }, ...others]
  })
}
