import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { adminColumns } from '../../community/fields.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { supabase } from '../../../supabase/client.ts'
import { pageLoadTime } from '../../data/query-client.ts'
import {
  type CommunitiesView,
  type CommunityFilter,
  pollAfterFailure,
  rowsPerPage,
} from '../../admin/admin-view.ts'

export function filterArguments({
  search = '',
  category,
  country,
  link,
  visibility,
  owner,
}: CommunityFilter) {
  // The database reads these filters as search terms.
  const terms = [link && `link:${link}`, visibility && `is:${visibility}`, search]
  return { search: terms.filter(Boolean).join(' '), category, country, owner_id: owner }
}

export function communitiesPage(view: CommunitiesView) {
  return queryOptions({
    queryKey: ['admin', 'communities', 'page', view],
    queryFn: async ({ signal }) => {
      const { status, sort, descending, page } = view
      const order = { sort, descending, page, page_size: rowsPerPage }
      const filter = { ...filterArguments(view), status }
      const list = supabase.rpc('list_communities', { ...filter, ...order }, { get: true })
      return unwrap(await list.select(adminColumns).abortSignal(signal))
    },
    placeholderData: keepPreviousData,
    staleTime: pageLoadTime,
  })
}

/** The page of `/admin?view=all`. */
export const firstCommunities = communitiesPage({
  tab: 'communities',
  page: 1,
  search: '',
  sort: 'created',
  descending: true,
})

/** Counts the communities by status. Ignores the status filter itself. */
export function communityCounts(filter: CommunityFilter) {
  const filters = filterArguments(filter)
  return queryOptions({
    queryKey: ['admin', 'communities', 'counts', filters],
    queryFn: async ({ signal }) => {
      const rows = unwrap(await supabase.rpc('count_communities', filters).abortSignal(signal))
      const counts = { all: 0, pending: 0, approved: 0, rejected: 0 }
      for (const { status, communities } of rows) {
        counts[status] = communities
        counts.all += communities
      }
      return counts
    },
    placeholderData: keepPreviousData,
    staleTime: pageLoadTime,
    refetchInterval: pollAfterFailure,
  })
}

/** Counts the emails that were given up on and those an hour overdue; includes the last error. */
export const failedEmails = queryOptions({
  queryKey: ['admin', 'failed emails'],
  queryFn: async ({ signal }) =>
    unwrap(await supabase.rpc('count_failed_emails').abortSignal(signal).single()),
})

/** Reads null if the owner's profile is gone. */
export function ownerName(ownerId: string) {
  return queryOptions({
    queryKey: ['admin', 'owner', ownerId],
    queryFn: async ({ signal }) => {
      const owner = supabase.from('profiles').select('name').eq('id', ownerId)
      return unwrap(await owner.abortSignal(signal).maybeSingle())?.name ?? null
    },
  })
}
