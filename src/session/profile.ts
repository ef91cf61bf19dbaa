import { type QueryClient, QueryObserver, queryOptions } from '@tanstack/react-query'
import { unwrap } from '../supabase/calls.ts'
import { supabase } from '../supabase/client.ts'
import { hasErrorCode } from '../supabase/errors.ts'
import type { SessionUser } from './useSession.ts'

/**
 * The profile of a signed-in person: one query for the header, the guards and the screens, which is
 * asked again only when it is older than a minute.
 */
export function profileQuery(user: SessionUser) {
  return queryOptions({
    queryKey: ['profile', user.id],
    queryFn: () => loadProfile(user),
    staleTime: 60_000,
  })
}

export type OwnProfile = NonNullable<Awaited<ReturnType<typeof readProfile>>>

/**
 * Follows the cached profile for what is on every page, where no QueryClientProvider is.
 *
 * @returns what stops it
 */
export function watchProfile(
  queries: QueryClient,
  user: SessionUser,
  onChange: (result: { data?: OwnProfile; error: Error | null }) => void,
): () => void {
  queries.mount()
  const observer = new QueryObserver(queries, profileQuery(user))
  const unsubscribe = observer.subscribe(onChange)
  onChange(observer.getCurrentResult())
  return () => {
    unsubscribe()
    queries.unmount()
  }
}

/** The row of a deleted user cannot be created: there is no user for it to belong to. */
export const isAccountGone = (error: unknown) => hasErrorCode(error, '23503')

/** A missing row is created first: the database makes one at sign-up, so this is the fallback. */
async function loadProfile(user: SessionUser) {
  const existing = await readProfile(user.id)
  if (existing) return existing

  const name = user.email.split('@')[0] || 'User'
  unwrap(
    await supabase
      .from('profiles')
      .upsert({ id: user.id, name, email: user.email, phone: '' }, { ignoreDuplicates: true }),
  )
  const created = await readProfile(user.id)
  if (!created) throw new Error('The profile was created, but cannot be read')
  return created
}

async function readProfile(id: string) {
  const response = await supabase
    .from('profiles')
    .select('name, email, phone, is_admin')
    .eq('id', id)
    .maybeSingle()
  // One way to say that there is no row.
  return hasErrorCode(response.error, 'PGRST116') ? null : unwrap(response)
}
