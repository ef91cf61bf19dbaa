import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { listenToFailedWrites } from '../features/data/useWrite.ts'
import { profileQuery, roleQuery } from '../features/session/profile.ts'
import { prefetchForUser } from '../features/session/user-cache.ts'
import type { SessionUser } from '../features/session/useSession.ts'
import { useSuspension } from '../features/suspension/suspension.ts'
import { hasErrorCode, isConnectionProblem } from '../supabase/errors.ts'
import { readStoredSession } from '../supabase/stored-session.ts'
import { Notice } from '../ui/Feedback.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { toast } from '../ui/toast.tsx'
import {
  type GuardProps,
  LoadingPage,
  screenClass,
  Screen,
  SignedIn,
  screenTitleClass,
} from './guards.tsx'

/** Layout route for admins. Other signed-in users go to /, visitors are asked to sign in. */
export function RequireAdmin({ title }: GuardProps) {
  return (
    <SignedIn title={title} isCompact>
      {(user) => <AdminCheck title={title} user={user} />}
    </SignedIn>
  )
}

/** Requests what decides about access. */
export const prefetchAccess = () =>
  prefetchForUser((queries, user) => {
    void queries.prefetchQuery(profileQuery(user))
    if (!isAtAal2()) void queries.prefetchQuery(roleQuery(user))
  })

const isAtAal2 = () => readStoredSession()?.isAtAal2 === true

function AdminCheck({ title, user }: GuardProps & { user: SessionUser }) {
  const profile = useQuery(profileQuery(user))
  const access = accessOf(profile)
  const isRefused = useCheckAfterFailure(user)
  const [hasCode] = useState(isAtAal2)
  // Fails with the step that is missing: the project may require a second factor of its admins. Checked before the
  // screen sends its calls, which would all be refused.
  const needsRole = !hasCode || isRefused
  const role = useQuery({ ...roleQuery(user), enabled: needsRole })

  useEffect(() => {
    // The id prevents a second toast when the check repeats.
    if (access === 'denied') toast.error('Access denied', { id: 'access-denied' })
  }, [access])

  if (access === 'checking') return <LoadingPage title={title} isCompact />
  // A failed check redirects without a message.
  if (access !== 'granted') return <Navigate to="/" replace />
  if (needsRole && role.isPending && !isRefused) return <LoadingPage title={title} isCompact />
  if (needsRole && role.error && hasErrorCode(role.error, 'PT403')) {
    return <MissingRights title={title} message={role.error.message} user={user} />
  }
  return <Screen title={title} isCompact />
}

type ProfileResult = { data?: { is_admin: boolean }; isFetching: boolean; error: Error | null }

/** Rechecks a stale denial. A check that fails does not revoke access, and is repeated if nothing was reached. */
function accessOf({ data, isFetching, error }: ProfileResult) {
  if (data?.is_admin) return 'granted'
  if (data) return isFetching ? 'checking' : 'denied'
  return error && !isConnectionProblem(error) ? 'unknown' : 'checking'
}

/**
 * Rereads the profile after any failed call: the user may no longer be an admin.
 *
 * @returns whether a database function has refused a call
 */
function useCheckAfterFailure(user: SessionUser): boolean {
  const [isRefused, setIsRefused] = useState(false)
  const queries = useQueryClient()
  const [kind, userId] = profileQuery(user).queryKey

  useEffect(() => {
    const check = (error: Error | null) => {
      if (hasErrorCode(error, 'PT403')) setIsRefused(true)
      void queries.refetchQueries({ queryKey: [kind, userId] }, { cancelRefetch: false })
    }
    const unsubscribeFromQueries = queries.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return
      // The check's own failure would repeat it forever.
      if (event.query.queryKey[0] !== kind) check(event.action.error)
    })
    const stopListening = listenToFailedWrites(check)
    return () => {
      unsubscribeFromQueries()
      stopListening()
    }
  }, [queries, kind, userId])

  return isRefused
}

/** For an admin who is suspended, or lacks the second factor that the project requires of admins. */
function MissingRights({
  title,
  message,
  user,
}: GuardProps & { message: string; user: SessionUser }) {
  const isSuspended = Boolean(useSuspension(user.id))
  return (
    <div className={screenClass}>
      <h1 className={screenTitleClass}>{title}</h1>
      <Notice
        tone="warning"
        action={
          <LinkButton to={isSuspended ? '/profile' : '/profile?section=settings#two-factor'}>
            Open your profile
          </LinkButton>
        }
      >
        {message}
      </Notice>
    </div>
  )
}
