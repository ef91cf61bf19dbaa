import type { QueryClient } from '@tanstack/react-query'
import type { Community } from './fields.ts'

/** For invalidating: each user has a separate cache. */
export const ownCommunitiesFilter = { queryKey: ['communities', 'owned by'] }

/** The key of the communities that a user owns or co-owns, newest first. */
export const ownCommunitiesKey = (userId: string) => [...ownCommunitiesFilter.queryKey, userId]

/** Adds a new community to its owner's list, which shows it until the list is loaded again. */
export function showNewCommunity(queries: QueryClient, community: Community): void {
  const key = ownCommunitiesKey(community.owner_id)
  queries.setQueryData<readonly { id: string }[]>(key, (loaded) => {
    const others = loaded?.filter(({ id }) => id !== community.id)
    return (
      others && [
        { ...community, signs_of_life: null, community_links: null, appeals: [] },
        ...others,
      ]
    )
  })
}
