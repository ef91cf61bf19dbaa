import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { communityColumns } from '../../../communities/fields.ts'
import { supabase } from '../../../supabase/client.ts'
import type { CommunitiesView, CommunityFilter } from '../admin-view.ts'
import { againIfItFailed } from '../look-again.ts'
import { pageSize } from '../page-size.ts'

/** A community with its owner's name and email from the related profile (specification, section 7). */
export const adminCommunityColumns =
  `${communityColumns}, rejected_version, owner:profiles!communities_owner_id_fkey (name, email)` as const

/** The arguments that the database functions for lists, counts and exports share. */
export function filterArguments({ search, category, country, owner }: CommunityFilter) {
  return { search, category, country, owner_id: owner }
}

/** One page of the communities, newest first unless the view says otherwise. */
export function communitiesPage(view: CommunitiesView) {
  return queryOptions({
    queryKey: ['admin', 'communities', 'page', view],
    queryFn: async ({ signal }) => {
      const { data } = await supabase
        .rpc('list_communities', {
          ...filterArguments(view),
          status: view.status,
          sort: view.sort,
          descending: view.descending,
          page: view.page,
          page_size: pageSize,
        })
        .select(adminCommunityColumns)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
    placeholderData: keepPreviousData,
    meta: { failure: 'Error loading communities' },
  })
}

/** How many communities of each status there are, and in all; the status itself narrows nothing. */
export function communityCounts(filter: CommunityFilter) {
  const narrowing = filterArguments(filter)
  return queryOptions({
    queryKey: ['admin', 'communities', 'counts', narrowing],
    queryFn: async ({ signal }) => {
      const { data } = await supabase
        .rpc('count_communities', narrowing)
        .abortSignal(signal)
        .throwOnError()
      const counts = { all: 0, pending: 0, approved: 0, rejected: 0 }
      for (const { status, communities } of data) {
        counts[status] = communities
        counts.all += communities
      }
      return counts
    },
    placeholderData: keepPreviousData,
    refetchInterval: againIfItFailed,
    meta: { failure: 'Error loading communities' },
  })
}

export const everyCommunity: CommunityFilter = {
  search: '',
  status: undefined,
  category: undefined,
  country: undefined,
  owner: undefined,
}

export type AdminCommunity = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof communitiesPage>['queryFn']>>>
>[number]
