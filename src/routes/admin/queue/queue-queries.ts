import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../../supabase/client.ts'
import { adminCommunityColumns } from '../communities/community-queries.ts'
import { lookAgain } from '../look-again.ts'
import { pageSize } from '../page-size.ts'

/** How many communities wait, and how many changes of approved ones. */
export const queueCounts = queryOptions({
  queryKey: ['admin', 'queue', 'counts'],
  queryFn: async ({ signal }) => {
    const { data } = await supabase
      .rpc('count_moderation_queue')
      .abortSignal(signal)
      .single()
      .throwOnError()
    return data
  },
  refetchInterval: lookAgain,
})

/** A page of what waits for a decision, pending first and oldest first, with groups and owner. */
export function queuePage(page: number) {
  return queryOptions({
    queryKey: ['admin', 'queue', 'page', page],
    queryFn: async ({ signal }) => {
      const { data } = await supabase
        .rpc('list_moderation_queue', { page, page_size: pageSize })
        .select(`${adminCommunityColumns}, community_groups (id, name)`)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
    meta: { failure: 'Error loading communities' },
  })
}

export type WaitingCommunity = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof queuePage>['queryFn']>>>
>[number]

/** Communities that may be the same community, by link or by name and place. */
export function similarCommunities(communityId: string) {
  return queryOptions({
    queryKey: ['admin', 'similar', communityId],
    queryFn: async ({ signal }) => {
      const { data } = await supabase
        .rpc('similar_communities', { community_id: communityId })
        .select(
          'id, name, status, location, whatsapp_link, held_changes, owner:profiles!communities_owner_id_fkey (name)',
        )
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
}

/** The newest other communities of an owner, as a reviewer wants to know them. */
export function otherCommunities(ownerId: string, exceptId: string) {
  return queryOptions({
    queryKey: ['admin', 'others', ownerId, exceptId],
    queryFn: async ({ signal }) => {
      const { data } = await supabase
        .rpc('list_communities', { owner_id: ownerId, page_size: 6 })
        .select('id, name, status, location')
        .abortSignal(signal)
        .throwOnError()
      return data.filter(({ id }) => id !== exceptId).slice(0, 5)
    },
  })
}
