import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { isOutOfDirectory } from './blocks.ts'
import { type Community, communityColumns, heldValues } from './fields.ts'
import { unwrap } from '../../supabase/errors.ts'
import { loadClient } from '../../supabase/load-client.ts'
import { pageLoadTime } from '../data/query-client.ts'
import type { RowOf } from '../../supabase/row-of.ts'

/** src/app/static/early-requests.ts reads them before the app starts. */
export const ownCommunityColumns =
  `${communityColumns}, signs_of_life (asked_at), community_links (renamed_at), appeals (decided_at, created_at, outcome, reason)` as const

/** For invalidating: each user has a separate cache. */
export const ownCommunitiesFilter = { queryKey: ['communities', 'owned by'] }

/** With the columns, because the rows of the last visit may be from an earlier release. */
const ownCommunitiesKey = (userId: string) => [
  ...ownCommunitiesFilter.queryKey,
  userId,
  ownCommunityColumns,
]

/** What the user owns or co-owns, newest first, with their blocks, the questions to their owners and the appeals. */
export function ownCommunities(userId: string) {
  return queryOptions({
    queryKey: ownCommunitiesKey(userId),
    meta: { isPersisted: true },
    staleTime: pageLoadTime,
    queryFn: async ({ signal }) => {
      const supabase = await loadClient()
      const [own, coOwned] = await Promise.all([
        supabase
          .from('communities')
          .select(ownCommunityColumns)
          .eq('owner_id', userId)
          .order('created_at', { ascending: false })
          .abortSignal(signal),
        supabase
          .rpc('list_my_communities', undefined, { get: true })
          .select(ownCommunityColumns)
          .neq('owner_id', userId)
          .order('created_at', { ascending: false })
          .abortSignal(signal),
      ])
      return [...unwrap(own), ...unwrap(coOwned)].toSorted(
        (one, other) => Date.parse(other.created_at) - Date.parse(one.created_at),
      )
    },
  })
}

export type OwnCommunity = RowOf<typeof ownCommunities>

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

/** Whether the user is the owner; otherwise a co-owner. */
export const isOwn = (community: Pick<OwnCommunity, 'owner_id'>, user: { id: string }): boolean =>
  community.owner_id === user.id

/** Whether visitors see the community. */
export const isListed = (community: OwnCommunity): boolean =>
  import.meta.env.VITE_DIRECTORY === 'live' &&
  community.status === 'approved' &&
  !isOutOfDirectory(community)

/** Whether an admin has yet to review a new invite link. */
export const isNewLinkInReview = (community: Pick<OwnCommunity, 'held_changes'>): boolean =>
  Boolean(heldValues(community)['whatsapp_link'])

/** Whether the owner has yet to answer whether the community is still active. */
export const isAsked = (
  community: Pick<OwnCommunity, 'status' | 'community_blocks' | 'signs_of_life'>,
): boolean =>
  community.status === 'approved' &&
  Boolean(community.signs_of_life?.asked_at) &&
  !isOutOfDirectory(community, 'dead_link')
