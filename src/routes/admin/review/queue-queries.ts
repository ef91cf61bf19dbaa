import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '../../../supabase/call-function.ts'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { pageSize } from '../admin-view.ts'
import { adminColumns, pollInterval } from '../communities/community-queries.ts'

/**
 * How many communities wait for review, how many approved ones with changes, and how many with reports alone.
 * The newest open report comes along, because another one about the same community changes no count.
 */
export const queueCounts = queryOptions({
  queryKey: ['admin', 'queue', 'counts'],
  queryFn: async ({ signal }) => {
    const [counts, newest] = await Promise.all([
      supabase.rpc('count_review_queue').abortSignal(signal).single(),
      supabase
        .from('community_reports')
        .select('created_at')
        .is('resolved_at', null)
        .order('created_at', { ascending: false })
        .limit(1)
        .abortSignal(signal)
        .maybeSingle(),
    ])
    const { pending, held, groups_changed, reported } = unwrap(counts)
    const changed = held + groups_changed
    return {
      pending,
      changed,
      reported,
      all: pending + changed + reported,
      newestReport: unwrap(newest)?.created_at,
    }
  },
  refetchInterval: pollInterval,
})

/**
 * A page of what waits for a decision, pending first and oldest first, with groups, owner and open reports.
 * Who reported is not asked for.
 */
export function queuePage(page: number) {
  return queryOptions({
    queryKey: ['admin', 'queue', 'page', page],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase
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

/** Communities that may be the same community, by link or by name and place. */
export function similarCommunities(communityId: string) {
  return queryOptions({
    queryKey: ['admin', 'similar', communityId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase
          .rpc('similar_communities', { community_id: communityId })
          .select(
            'id, name, status, location, whatsapp_link, held_changes, owner:profiles!communities_owner_id_fkey (name)',
          )
          .abortSignal(signal),
      ),
  })
}

/**
 * What the link of a community leads to now, as WhatsApp's own page says: the link that waits for review, else
 * the one that it has.
 *
 * @param link that link, so that another one is asked for anew
 */
export function linkCheck(communityId: string, link: string) {
  return queryOptions({
    // Not under 'admin': each reload of the queue would ask WhatsApp again.
    queryKey: ['link check', communityId, link],
    queryFn: async () =>
      readLinkCheck(
        (await callFunction('admin/check-links', { body: { community: communityId } })).data,
      ),
    staleTime: 5 * 60_000,
    // The panel has a button for it.
    retry: false,
  })
}

/** @throws when the function answered something else */
function readLinkCheck(answer: unknown) {
  const [state, name]: unknown[] = ['state', 'group_name'].map((key) =>
    Reflect.get(Object(answer), key),
  )
  if (state !== 'live' && state !== 'dead' && state !== 'unknown') {
    throw new Error('The answer says nothing about the link')
  }
  return { state, groupName: typeof name === 'string' ? name : '' }
}

/** The newest other communities of an owner, five at most. */
export function otherCommunities(ownerId: string, exceptId: string) {
  return queryOptions({
    queryKey: ['admin', 'others', ownerId, exceptId],
    queryFn: async ({ signal }) => {
      const rows = unwrap(
        await supabase
          .rpc('list_communities', { owner_id: ownerId, page_size: 6 })
          .select('id, name, status, location')
          .abortSignal(signal),
      )
      return rows.filter(({ id }) => id !== exceptId).slice(0, 5)
    },
  })
}
