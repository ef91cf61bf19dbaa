import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { isAccountGone } from '../../supabase/errors.ts'
import { readStoredSession } from '../../supabase/stored-session.ts'
import { preloadToasts, toast } from '../../ui/toast.tsx'
import { profileQuery } from './profile.ts'
import { signOut } from './sign-out.ts'
import { closeUserCache, openUserCache } from './user-cache.ts'
import type { SessionUser } from './useSession.ts'

type Props = { user: SessionUser; isCodeRequired: boolean }

/** Keeps the data of the signed-in user current on every page, and signs out once the account is gone. */
export function AuthSession({ user, isCodeRequired }: Props) {
  const location = useLocation()
  const queries = openUserCache(user.id)
  // Does not report a failed read: the header then shows the email instead of the name.
  const { error } = useQuery(profileQuery(user), queries)

  useEffect(() => {
    void preloadToasts()
    queries.mount()
    return () => {
      queries.unmount()
      if (!readStoredSession()) closeUserCache()
    }
  }, [queries])

  useEffect(() => {
    // Retry what failed on the previous page.
    void queries.refetchQueries({
      queryKey: ['profile'],
      predicate: ({ state }) => state.status === 'error',
    })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- Runs after each navigation.
  }, [queries, location])

  // Reloads what the screens show once the user has entered a code: the database has hidden all rows.
  const wasCodeRequired = useRef(isCodeRequired)
  useEffect(() => {
    if (wasCodeRequired.current && !isCodeRequired) void queries.invalidateQueries()
    wasCodeRequired.current = isCodeRequired
  }, [queries, isCodeRequired])

  const accountGone = useEffectEvent(() => {
    toast.error('This account no longer exists.')
    void signOut()
  })
  useEffect(() => {
    if (isAccountGone(error)) accountGone()
  }, [error])

  return null
}
