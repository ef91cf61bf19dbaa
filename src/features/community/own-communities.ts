import { queryOptions } from '@tanstack/react-query'
import { isOutOfDirectory } from './blocks.ts'
import { communityColumns, heldValues } from './fields.ts'
import { ownCommunitiesKey } from './own-communities-key.ts'
import { type EarlyRequest, readUnlessRequestedEarly } from '../../supabase/first-rows.ts'
import { unwrap } from '../../supabase/errors.ts'
import { loadClient } from '../../supabase/load-client.ts'
import { pageLoadTime } from '../data/query-client.ts'
import type { RowOf } from '../../supabase/row-of.ts'
import { readStoredSession } from '../../supabase/stored-session.ts'

const ownCommunityColumns =
  `${communityColumns}, signs_of_life (asked_at), community_links (renamed_at), appeals (decided_at, created_at, outcome, reason)` as const

const order = 'created_at.desc'

/** The inline script's requests on /profile; `ownCommunities` takes the rows. */
export const ownCommunitiesRequest = (userId: string): EarlyRequest => ({
  key: ownCommunitiesKey(userId),
  path: 'communities',
  parameters: { select: ownCommunityColumns, owner_id: `eq.${userId}`, order },
})
export const coOwnedCommunitiesRequest = (userId: string): EarlyRequest => ({
  key: [...ownCommunitiesKey(userId), 'as a co-owner'],
  path: 'rpc/list_my_communities',
  parameters: { select: ownCommunityColumns, owner_id: `neq.${userId}`, order },
})

/** What the user owns or co-owns, newest first, with their blocks, the questions to their owners and the appeals. */
export function ownCommunities(userId: string) {
  return queryOptions({
    queryKey: ownCommunitiesKey(userId),
    meta: { isPersisted: true },
    staleTime: pageLoadTime,
    queryFn: async ({ signal }) => {
      const token = readStoredSession()?.token
      const [own, coOwned] = await Promise.all([
        readUnlessRequestedEarly(ownCommunitiesRequest(userId), token, async () => {
          const supabase = await loadClient()
          const owned = supabase
            .from('communities')
            .select(ownCommunityColumns)
            .eq('owner_id', userId)
            .order('created_at', { ascending: false })
          return unwrap(await owned.abortSignal(signal))
        }),
        readUnlessRequestedEarly(coOwnedCommunitiesRequest(userId), token, async () => {
          const supabase = await loadClient()
          const shared = supabase
            .rpc('list_my_communities', undefined, { get: true })
            .select(ownCommunityColumns)
            .neq('owner_id', userId)
            .order('created_at', { ascending: false })
          return unwrap(await shared.abortSignal(signal))
        }),
      ])
      return [...own, ...coOwned].toSorted(
        (one, other) => Date.parse(other.created_at) - Date.parse(one.created_at),
      )
    },
  })
}

export type OwnCommunity = RowOf<typeof ownCommunities>

/** Whether the user is the owner; otherwise a co-owner. */
export const isOwn = (community: Pick<OwnCommunity, 'owner_id'>, user: { id: string }): boolean =>
  community.owner_id === user.id

/** Whether visitors see the community. */
export const isListed = (community: OwnCommunity): boolean =>
  import.meta.env.VITE_DIRECTORY === 'live' &&
  community.status === 'approved' &&
  !isOutOfDirectory(community)

/** Whether an admin has yet to review a new invite link. */
export const isNewLinkInReview = (community: OwnCommunity): boolean =>
  Boolean(heldValues(community)['whatsapp_link'])

/** Whether the owner has yet to answer whether the community is still active. */
export const isAsked = (community: OwnCommunity): boolean =>
  community.status === 'approved' &&
  Boolean(community.signs_of_life?.asked_at) &&
  !isOutOfDirectory(community, 'dead_link')

/** The joins per community and day in the last 30 days, without empty days. */
// Pure, so that the inline script, which imports this file, leaves it out.
export const ownJoins = /* @__PURE__ */ queryOptions({
  queryKey: ['communities', 'joins'],
  queryFn: async ({ signal }) =>
    unwrap(await (await loadClient()).rpc('count_joins').abortSignal(signal)),
})

type JoinCount = RowOf<() => typeof ownJoins>
const dayMs = 24 * 60 * 60 * 1000

/** Returns a community's joins on each of the last 30 days, oldest first, in UTC like the database. */
export function joinsPerDay(counts: readonly JoinCount[], communityId: string, now = Date.now()) {
  const own = counts.filter(({ community_id }) => community_id === communityId)
  return Array.from({ length: 30 }, (_, index) => {
    const day = new Date(now - (29 - index) * dayMs).toISOString().slice(0, 10)
    return { day, joins: own.find((count) => count.day === day)?.joins ?? 0 }
  })
}
