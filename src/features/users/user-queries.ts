import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callFunction } from '../../supabase/call-function.ts'
import { supabase } from '../../supabase/client.ts'
import { pageLoadTime } from '../data/query-client.ts'
import { isConnectionProblem, toUserError, unwrap, UserError } from '../../supabase/errors.ts'
import { type UsersView, rowsPerPage } from '../admin/admin-view.ts'
import { pollAfterFailure } from '../admin/polling.ts'
import type { profileColumns, suspensionColumns } from './merge-users.ts'

/** The ids are part of the URL, whose length servers limit. */
const idsPerRequest = 100

/**
 * Returns a page of auth users merged with their profiles and suspensions, and the total number of users.
 *
 * @throws UserError
 */
export async function readUsers(
  { search, sort, descending }: Pick<UsersView, 'search' | 'sort' | 'descending'>,
  { page, perPage }: { page: number; perPage: number },
) {
  const params = new URLSearchParams({
    page: String(page),
    per_page: String(perPage),
    sort,
    order: descending ? 'desc' : 'asc',
    search,
  })
  // Its validation loads with the rows: the tab of communities, which opens first, does not need it.
  const [{ data, response }, merging] = await Promise.all([
    callFunction(`admin/users?${params}`, { method: 'GET' }),
    import('./merge-users.ts'),
  ])
  const users = merging.readAuthUsers(data)
  const ids = users.map(({ id }) => id)
  const chunks = Array.from({ length: Math.ceil(ids.length / idsPerRequest) }, (_none, index) =>
    ids.slice(index * idsPerRequest, (index + 1) * idsPerRequest),
  )
  const [profiles, suspensions] = await Promise.all([
    Promise.all(chunks.map((chunk) => readProfiles(chunk, merging.profileColumns))),
    Promise.all(chunks.map((chunk) => readSuspensions(chunk, merging.suspensionColumns))),
  ])
  const total = Number(response?.headers.get('x-total-count') ?? users.length)
  return { rows: merging.mergeUsers(users, profiles.flat(), suspensions.flat()), total }
}

async function readProfiles(ids: string[], columns: typeof profileColumns) {
  const profiles = supabase.from('profiles').select(columns).in('id', ids)
  const { data, error, status } = await profiles.order('created_at', { ascending: false })
  if (!error) return data
  const failure = toUserError(error, status)
  if (isConnectionProblem(failure)) throw failure
  throw new UserError('Error loading profiles', { status, isComplete: true, cause: error })
}

const readSuspensions = async (ids: string[], columns: typeof suspensionColumns) =>
  unwrap(await supabase.from('suspensions').select(columns).in('user_id', ids))

export function usersPage(view: UsersView) {
  return queryOptions({
    queryKey: ['admin', 'users', 'page', view],
    queryFn: () => readUsers(view, { page: view.page, perPage: rowsPerPage }),
    placeholderData: keepPreviousData,
    staleTime: pageLoadTime,
  })
}

/** The page of `/admin?tab=users`. */
export const firstUsers = usersPage({
  tab: 'users',
  page: 1,
  search: '',
  sort: 'joined',
  descending: true,
})

export type AdminUser = Awaited<ReturnType<typeof readUsers>>['rows'][number]

/** The total of `firstUsers`. Counting loads these rows, so the tab of users opens at once. */
export const userCount = queryOptions({
  ...firstUsers,
  select: ({ total }) => total,
  refetchInterval: pollAfterFailure,
})
