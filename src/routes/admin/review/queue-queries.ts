import { queryOptions } from '@tanstack/react-query'
import { readProperty } from '../../../lib/read-property.ts'
import { callFunction } from '../../../supabase/call-function.ts'
import { database } from '../../../supabase/database.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { pageSize } from '../admin-view.ts'
import { adminColumns, pollIntervalMs } from '../communities/community-queries.ts'

/**
 * Counts pending communities, and approved ones with changes, with only reports and with only a requested place.
 * Includes the time of the newest report, because a second report about a community changes no count.
 */
export const queueCounts = queryOptions({
  queryKey: ['admin', 'queue', 'counts'],
  queryFn: async ({ signal }) => {
    const [counts, newest] = await Promise.all([
      database.rpc('count_review_queue').abortSignal(signal).single(),
      database
        .from('community_reports')
        .select('created_at')
        .is('resolved_at', null)
        .order('created_at', { ascending: false })
        .limit(1)
        .abortSignal(signal)
        .maybeSingle(),
    ])
    const { pending, held, groups_changed, reported, places_requested } = unwrap(counts)
    const changed = held + groups_changed
    return {
      pending,
      changed,
      reported,
      requested: places_requested,
      all: pending + changed + reported + places_requested,
      newestReport: unwrap(newest)?.created_at,
    }
  },
  refetchInterval: pollIntervalMs,
})

/**
 * Returns the query for one page of the review queue: pending communities first, then the oldest first.
 * Reports come without their authors.
 */
export function queuePage(page: number) {
  return queryOptions({
    queryKey: ['admin', 'queue', 'page', page],
    queryFn: async ({ signal }) =>
      unwrap(
        await database
          .rpc('list_review_queue', { page, page_size: pageSize })
          .select(
            `${adminColumns}, community_groups (id, name, description), community_reports (reason, comment, created_at)`,
          )
          .is('community_reports.resolved_at', null)
          .order('created_at', { referencedTable: 'community_reports', ascending: false })
          .abortSignal(signal),
      ),
  })
}

export type QueuedCommunity = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof queuePage>['queryFn']>>>
>[number]

/** Returns the query for possible duplicates: the same link, or a similar name in the same place. */
export function similarCommunities(communityId: string) {
  return queryOptions({
    queryKey: ['admin', 'similar', communityId],
    queryFn: async ({ signal }) =>
      unwrap(
        await database
          .rpc('similar_communities', { community_id: communityId })
          .select(
            'id, name, status, location, whatsapp_link, held_changes, owner:profiles!communities_owner_id_fkey (name)',
          )
          .abortSignal(signal),
      ),
  })
}

/**
 * Returns the query that checks on WhatsApp which group a link leads to: the held link if there is one,
 * else the live one.
 *
 * @param link the link being checked; part of the query key, so a new link is checked again
 */
export function linkCheck(communityId: string, link: string) {
  return queryOptions({
    // Not under 'admin': reloading the queue must not repeat the request to WhatsApp.
    queryKey: ['link check', communityId, link],
    queryFn: async () =>
      readLinkCheck(
        (await callFunction('admin/check-links', { body: { community: communityId } })).data,
      ),
    staleTime: 5 * 60_000,
    // The panel has a retry button.
    retry: false,
  })
}

/** @throws when the response has no known state */
function readLinkCheck(response: unknown) {
  const state = readProperty(response, 'state')
  const name = readProperty(response, 'group_name')
  if (state !== 'live' && state !== 'dead' && state !== 'unknown') {
    throw new Error('The response has no link state')
  }
  return { state, groupName: typeof name === 'string' ? name : '' }
}

/** Returns the query for an owner's five newest other communities. */
export function otherCommunities(ownerId: string, excludedId: string) {
  return queryOptions({
    queryKey: ['admin', 'others', ownerId, excludedId],
    queryFn: async ({ signal }) => {
      const rows = unwrap(
        await database
          .rpc('list_communities', { owner_id: ownerId, page_size: 6 })
          .select('id, name, status, location')
          .abortSignal(signal),
      )
      return rows.filter(({ id }) => id !== excludedId).slice(0, 5)
    },
  })
}
