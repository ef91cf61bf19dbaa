import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { readProperty } from '../../lib/read-property.ts'
import { callFunction } from '../../supabase/call-function.ts'
import type { ColumnsOf } from '../../supabase/row-of.ts'
import type { Tables } from '../../supabase/database.types.ts'
import { defaultCredits } from '../../supabase/rules/limits.ts'
import { supabase } from '../../supabase/client.ts'
import { readByIds } from '../../supabase/read-all.ts'
import { pageLoadTime } from '../data/query-client.ts'
import { isConnectionProblem, toUserError, unwrap, UserError } from '../../supabase/errors.ts'
import { pollAfterFailure, rowsPerPage, type UsersView } from '../admin/admin-view.ts'

type AuthUser = { id: string; email?: string | null; created_at: string }

const profileColumns =
  'id, name, email, phone, address, country, interests, credits, is_admin, created_at'

const suspensionColumns = 'user_id, reason, until'

type Suspension = Pick<Tables<'suspensions'>, ColumnsOf<typeof suspensionColumns>>
type Profile = Pick<Tables<'profiles'>, ColumnsOf<typeof profileColumns>>
/** `profile_email` is the email in the profile, if it differs from the one they sign in with. */
type User = Profile & { profile_email?: string; suspension?: Suspension }

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
  const { data, response } = await callFunction(`admin/users?${params}`, { method: 'GET' })
  const users = readAuthUsers(data)
  const ids = users.map(({ id }) => id)
  const [profiles, suspensions] = await Promise.all([
    readByIds(ids, readProfiles),
    readByIds(ids, readSuspensions),
  ])
  const total = Number(response?.headers.get('x-total-count') ?? users.length)
  return { rows: mergeUsers(users, profiles, suspensions), total }
}

/** Validates the response of GET /functions/v1/admin/users. @throws when it is not a list of users */
function readAuthUsers(response: unknown): AuthUser[] {
  if (Array.isArray(response) && response.every(isAuthUser)) return response
  throw new Error('Failed to fetch users')
}

/** Without zod, which the table of communities, the first on the screen, does not need. */
function isAuthUser(value: unknown): value is AuthUser {
  const email = readProperty(value, 'email') ?? ''
  return [readProperty(value, 'id'), email, readProperty(value, 'created_at')].every(
    (text) => typeof text === 'string',
  )
}

async function readProfiles(ids: readonly string[]) {
  const profiles = supabase.from('profiles').select(profileColumns).in('id', ids)
  const { data, error, status } = await profiles.order('created_at', { ascending: false })
  if (!error) return data
  const failure = toUserError(error, status)
  if (isConnectionProblem(failure)) throw failure
  throw new UserError('Error loading profiles', { status, isComplete: true, cause: error })
}

const readSuspensions = async (ids: readonly string[]) =>
  unwrap(await supabase.from('suspensions').select(suspensionColumns).in('user_id', ids))

/**
 * Merges auth users with their profiles and suspensions, in the order of the users. A missing profile gets defaults: the name
 * from the email, not an admin.
 */
function mergeUsers(
  users: AuthUser[],
  profiles: Profile[],
  suspensions: Suspension[] = [],
): User[] {
  const suspended = new Map(suspensions.map((suspension) => [suspension.user_id, suspension]))
  const byId = new Map(
    profiles.map((profile) => {
      const suspension = suspended.get(profile.id)
      return [profile.id, { ...profile, ...(suspension && { suspension }) }]
    }),
  )
  return users.map(({ id, email, created_at }) => {
    const profile = byId.get(id)
    if (profile && email && email !== profile.email) {
      return { ...profile, email, profile_email: profile.email, created_at }
    }
    if (profile) return { ...profile, created_at }
    return {
      id,
      name: email?.split('@')[0] || 'User',
      email: email ?? '',
      phone: '',
      address: null,
      country: null,
      interests: null,
      credits: defaultCredits,
      is_admin: false,
      created_at,
    }
  })
}

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
