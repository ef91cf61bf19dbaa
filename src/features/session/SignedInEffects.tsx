import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { isAccountGone } from '../../supabase/errors.ts'
import { readProperty } from '../../lib/read-property.ts'
import { readClaims, readStoredSession } from '../../supabase/stored-session.ts'
import { lazyHelper } from '../../ui/lazy.tsx'
import { preloadToasts, toast } from '../../ui/toast.tsx'
import { profileQuery } from './profile.ts'
import { signOut } from './sign-out.ts'
import { closeUserCache, openUserCache } from './user-cache.ts'
import type { SessionUser } from './useSession.ts'

const PasskeyOffer = lazyHelper(async () => (await import('./PasskeyOffer.tsx')).PasskeyOffer)

type Props = { user: SessionUser; isCodeRequired: boolean }

/** Keeps the data of the signed-in user current on every page, and signs out once the account is gone. */
export function SignedInEffects({ user, isCodeRequired }: Props) {
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

  const [hasSignedIn] = useState(hasJustSignedIn)
  return hasSignedIn && !isCodeRequired ? (
    <Suspense fallback={null}>
      <PasskeyOffer user={user} />
    </Suspense>
  ) : null
}

/** Whether the user has signed in without a passkey, and the session still has its first token. */
function hasJustSignedIn(): boolean {
  const claims = readClaims(readStoredSession()?.token ?? '')
  const methods = readProperty(claims, 'amr')
  if (!Array.isArray(methods) || methods.length === 0) return false
  const signedInAt = Number(readProperty(methods[0], 'timestamp'))
  const isFirstToken = Number(readProperty(claims, 'iat')) - signedInAt < 60
  return isFirstToken && methods.every((entry) => readProperty(entry, 'method') !== 'passkey')
}
