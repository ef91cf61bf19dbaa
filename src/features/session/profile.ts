import { queryOptions, useQuery } from '@tanstack/react-query'
import { hasErrorCode, unwrap } from '../../supabase/errors.ts'
import { loadClient } from '../../supabase/load-client.ts'
import { pageLoadTime } from '../data/query-client.ts'
import type { SessionUser } from './useSession.ts'
import { openUserCache } from './user-cache.ts'

export type OwnProfile = NonNullable<Awaited<ReturnType<typeof readProfile>>>

/** src/app/static/early-requests.ts reads them before the app starts. */
export const ownProfileColumns =
  'name, email, phone, is_admin, wants_decision_emails, wants_summary_emails, wants_alert_emails, wants_report_emails, updated_at' as const

export function profileQuery(user: SessionUser) {
  return queryOptions({
    queryKey: ['profile', user.id],
    queryFn: () => loadProfile(user),
    staleTime: 60_000,
  })
}

/**
 * Returns the profile of the signed-in user. Creates a missing row first, as a fallback: the database creates one at
 * sign-up.
 *
 * @throws UserError when a call failed
 */
async function loadProfile(user: SessionUser) {
  const existing = await readProfile(user.id)
  if (existing) return existing

  const supabase = await loadClient()
  const name = user.email.split('@')[0] || 'User'
  const creation = await supabase
    .from('profiles')
    .upsert({ id: user.id, name, email: user.email, phone: '' }, { ignoreDuplicates: true })
  // The database hides all rows from this session, and no code has helped: the account was deleted, or the session
  // ended on another device. `readUserAndUpdateSession` throws the reason.
  if (hasErrorCode(creation.error, '42501')) {
    const { readUserAndUpdateSession } = await import('../../supabase/read-user.ts')
    await readUserAndUpdateSession(supabase.auth)
  } else unwrap(creation)
  const created = await readProfile(user.id)
  if (!created) throw new Error('The profile was created, but cannot be read')
  return created
}

async function readProfile(id: string) {
  const supabase = await loadClient()
  const read = supabase.from('profiles').select(ownProfileColumns).eq('id', id)
  const [profile] = unwrap(await read)
  return profile
}

/**
 * Returns the query for the rights of the signed-in user: 'user' or 'admin'. Fails with a message that names the missing
 * step if an admin lacks the second factor that the project requires.
 */
export function roleQuery(user: SessionUser) {
  return queryOptions({
    queryKey: ['role', user.id],
    staleTime: pageLoadTime,
    queryFn: async () =>
      unwrap(await (await loadClient()).rpc('get_my_role', undefined, { get: true })),
  })
}

/** Returns the profile of the signed-in user, also outside of the guards; undefined until it is loaded. */
export const useProfile = (user: SessionUser): OwnProfile | undefined =>
  useQuery(profileQuery(user), openUserCache(user.id)).data
