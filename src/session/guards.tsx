import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useEffect } from 'react'
import { toast } from 'react-hot-toast'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { LoadingRows } from '../ui/Loading.tsx'
import { SignInFirst } from './SignInFirst.tsx'
import { type SessionTools, useSession } from './useSession.ts'

/* Guards are for convenience. Behind them, the database returns nothing without permission. */

type Props = {
  /** The heading of the screen, shown until access is decided. */
  title: string
  /** The sentence below the heading, if the screen has one. */
  lead?: string
}

type ProfileQuery = ReturnType<SessionTools['profileQuery']>

/** Layout route for signed-in users. Visitors go to / and are asked to sign in. */
export function RequireUser({ title, lead }: Props) {
  return (
    <SignedIn title={title} lead={lead}>
      {() => <Outlet />}
    </SignedIn>
  )
}

/** Layout route for admins. Other signed-in users go to /, visitors are asked to sign in. */
export function RequireAdmin({ title }: Props) {
  return (
    <SignedIn title={title}>
      {(profileQuery) => <AdminCheck title={title} profileQuery={profileQuery} />}
    </SignedIn>
  )
}

type SignedInProps = Props & { children: (profileQuery: ProfileQuery) => ReactNode }

function SignedIn({ title, lead, children }: SignedInProps) {
  // Deferred: the title stays until the screen's code has loaded.
  const session = useDeferredValue(useSession(), null)
  if (!session || session.status === 'loading') return <LoadingPage title={title} lead={lead} />
  const { user, tools, queries } = session
  if (!user) return <SignInRedirect />
  if (!tools || !queries) return <LoadingPage title={title} lead={lead} />
  return (
    <QueryClientProvider key={user.id} client={queries}>
      {children(tools.profileQuery(user))}
    </QueryClientProvider>
  )
}

type Access = 'checking' | 'granted' | 'denied' | 'unknown'

function AdminCheck({ title, profileQuery }: Props & { profileQuery: ProfileQuery }) {
  const profile = useQuery(profileQuery)
  const access = useDeferredValue<Access>(accessOf(profile), 'checking')
  useCheckAfterFailure(profileQuery.queryKey)

  useEffect(() => {
    // The id prevents a second toast when the check repeats.
    if (access === 'denied') toast.error('Access denied', { id: 'access-denied' })
  }, [access])

  if (access === 'checking') return <LoadingPage title={title} />
  // A failed check redirects without a message.
  if (access !== 'granted') return <Navigate to="/" replace />
  return <Outlet />
}

type ProfileResult = { data?: { is_admin: boolean }; isFetching: boolean; isError: boolean }

/** Rechecks a stale denial. A check that fails does not revoke access. */
function accessOf({ data, isFetching, isError }: ProfileResult): Access {
  if (data?.is_admin) return 'granted'
  if (data) return isFetching ? 'checking' : 'denied'
  return isError ? 'unknown' : 'checking'
}

/** Rereads the profile after any failed call: the user may no longer be an admin. */
function useCheckAfterFailure(queryKey: ProfileQuery['queryKey']): void {
  const queries = useQueryClient()
  const [kind, userId] = queryKey

  useEffect(() => {
    const check = () =>
      void queries.refetchQueries({ queryKey: [kind, userId] }, { cancelRefetch: false })
    const unsubscribeFromQueries = queries.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return
      // The check's own failure would repeat it forever.
      if (event.query.queryKey[0] !== kind) check()
    })
    const unsubscribeFromMutations = queries.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') check()
    })
    return () => {
      unsubscribeFromQueries()
      unsubscribeFromMutations()
    }
  }, [queries, kind, userId])
}

/** Goes to / and opens the sign-in dialog, unless the user has just signed out on this page. */
function SignInRedirect() {
  const { signedOutAt } = useSession()
  const { pathname, search, hash, key } = useLocation()
  if (signedOutAt === key) return <Navigate to="/" replace />
  return <SignInFirst continueTo={pathname + search + hash} pageBelow="/" />
}

/**
 * The placeholder of a guarded screen. Shows the title and lead immediately, but not as a heading: the focus waits for
 * the heading of the screen itself.
 */
function LoadingPage({ title, lead }: Props) {
  return (
    <div className="mx-auto min-h-dvh w-full max-w-6xl space-y-6 px-4 py-8 sm:px-6 sm:py-10">
      <p
        aria-hidden="true"
        className="font-display text-3xl font-semibold tracking-tight sm:text-4xl"
      >
        {title}
      </p>
      {lead && (
        <p aria-hidden="true" className="max-w-prose text-lg text-ink-soft">
          {lead}
        </p>
      )}
      <LoadingRows />
    </div>
  )
}
