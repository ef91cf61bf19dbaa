import { type Query, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { communityColumns } from '../../../communities/fields.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { supabase } from '../../../supabase/client.ts'
import { type CommunitiesView, type CommunityFilter, pageSize } from '../admin-view.ts'

/* What the admin screen reads about communities. Every key begins with 'admin', by which all of it is reloaded. */

/** Milliseconds between two polls for what other admins and owners did. */
export const pollInterval = 15_000

/** Polls a count that failed to load, because counts have no button to try again. */
export const pollAfterFailure = ({ state }: Pick<Query, 'state'>) =>
  state.status === 'error' && pollInterval

/** A community with the state of its invite link, and its owner's name and addresses. */
export const adminColumns =
  `${communityColumns}, rejected_version, approved_groups, groups_changed_at, groups_updated_at, community_links (state), owner:profiles!communities_owner_id_fkey (name, email, sign_in_email)` as const

/** The arguments that the database functions for lists, counts and exports share. */
export function filterArguments({ search = '', category, country, link, owner }: CommunityFilter) {
  // The database takes this filter as a word of the search.
  const words = link === 'dead' ? `link:dead ${search}` : search
  return { search: words, category, country, owner_id: owner }
}

/** One page of the communities, newest first unless the view says otherwise. */
export function communitiesPage(view: CommunitiesView) {
  return queryOptions({
    queryKey: ['admin', 'communities', 'page', view],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase
          .rpc('list_communities', {
            ...filterArguments(view),
            status: view.status,
            sort: view.sort,
            descending: view.descending,
            page: view.page,
            page_size: pageSize,
          })
          .select(adminColumns)
          .abortSignal(signal),
      ),
    placeholderData: keepPreviousData,
  })
}

export type AdminCommunity = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof communitiesPage>['queryFn']>>>
>[number]

/** How many communities of each status there are, and in all; the status itself narrows nothing. */
export function communityCounts(filter: CommunityFilter) {
  const narrowing = filterArguments(filter)
  return queryOptions({
    queryKey: ['admin', 'communities', 'counts', narrowing],
    queryFn: async ({ signal }) => {
      const rows = unwrap(await supabase.rpc('count_communities', narrowing).abortSignal(signal))
      const counts = { all: 0, pending: 0, approved: 0, rejected: 0 }
      for (const { status, communities } of rows) {
        counts[status] = communities
        counts.all += communities
      }
      return counts
    },
    placeholderData: keepPreviousData,
    refetchInterval: pollAfterFailure,
  })
}

/** Emails that do not go out: how many were given up, how many wait for over an hour, and the last reason. */
export const failedEmails = queryOptions({
  queryKey: ['admin', 'failed emails'],
  queryFn: async ({ signal }) =>
    unwrap(await supabase.rpc('count_failed_emails').abortSignal(signal).single()),
})

/** The name of an owner; null when there is no such profile. */
export function ownerName(ownerId: string) {
  return queryOptions({
    queryKey: ['admin', 'owner', ownerId],
    queryFn: async ({ signal }) => {
      const profile = unwrap(
        await supabase
          .from('profiles')
          .select('name')
          .eq('id', ownerId)
          .abortSignal(signal)
          .maybeSingle(),
      )
      return profile?.name ?? null
    },
  })
}
