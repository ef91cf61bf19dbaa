import { type QueryClient, QueryObserver, queryOptions } from '@tanstack/react-query'
import { hasErrorCode } from '../supabase/errors.ts'
import type { OwnProfile } from './load-profile.ts'
import { loadSessionTools } from './useAuthState.ts'
import type { SessionUser } from './useSession.ts'

/**
 * The profile of a signed-in person: one query for the header, the guards and the screens, which is
 * asked again only when it is older than a minute. The guards load for everybody, so the data client
 * is not imported here.
 */
export function profileQuery(user: SessionUser) {
  return queryOptions({
    queryKey: ['profile', user.id],
    queryFn: async () => (await loadSessionTools()).loadProfile(user),
    staleTime: 60_000,
  })
}

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
