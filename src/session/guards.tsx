import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useEffect } from 'react'
import { toast } from 'react-hot-toast'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { LoadingRows } from '../ui/Loading.tsx'
import { profileQuery } from './profile.ts'
import { SignInFirst } from './SignInFirst.tsx'
import { type SessionUser, useSession } from './useSession.ts'

/*
 * Guards are for convenience: whoever gets past them finds an empty screen, because the database
 * gives them nothing.
 */

type Props = {
  /** Of the screen, shown until it is known whether the person may see it. */
  title: string
  /** The sentence below the title, if the screen has one. */
  lead?: string
}

/** Layout route for signed-in people. Everyone else goes to / and is asked to sign in. */
export function RequireUser({ title, lead }: Props) {
  return (
    <SignedIn title={title} lead={lead}>
      {() => <Outlet />}
    </SignedIn>
  )
}

/** Layout route for admins. Everyone else who is signed in goes to /. */
export function RequireAdmin({ title }: Props) {
  return <SignedIn title={title}>{(user) => <AdminCheck user={user} title={title} />}</SignedIn>
}

function SignedIn({
  title,
  lead,
  children,
}: Props & { children: (user: SessionUser) => ReactNode }) {
  // The title stays until the file of the screen is there, which may come later than the answer.
  const session = useDeferredValue(useSession(), null)
  if (!session || session.status === 'loading') return <LoadingPage title={title} lead={lead} />
  const { user, queries } = session
  if (!user) return <SignInRedirect />
  if (!queries) return <LoadingPage title={title} lead={lead} />
  return (
    <QueryClientProvider key={user.id} client={queries}>
      {children(user)}
    </QueryClientProvider>
  )
}

type Access = 'checking' | 'granted' | 'denied' | 'unknown'

function AdminCheck({ user, title }: Props & { user: SessionUser }) {
  const profile = useQuery(profileQuery(user))
  const access = useDeferredValue<Access>(accessOf(profile), 'checking')
  useCheckAfterFailure(user)

  useEffect(() => {
    // The id keeps it at one toast, however often the check runs.
    if (access === 'denied') toast.error('Access denied', { id: 'access-denied' })
  }, [access])

  if (access === 'checking') return <LoadingPage title={title} />
  // Nothing is said when the check itself failed.
  if (access !== 'granted') return <Navigate to="/" replace />
  return <Outlet />
}

type Answer = { data?: { is_admin: boolean }; isFetching: boolean; isError: boolean }

/** An old 'no' is asked again; a check that fails takes nothing from somebody who was let in. */
function accessOf({ data, isFetching, isError }: Answer): Access {
  if (data?.is_admin) return 'granted'
  if (data) return isFetching ? 'checking' : 'denied'
  return isError ? 'unknown' : 'checking'
}

/** Any call that fails may fail because the admin flag was taken away: then the profile is read again. */
function useCheckAfterFailure(user: SessionUser): void {
  const queries = useQueryClient()

  useEffect(() => {
    const { queryKey } = profileQuery(user)
    const check = () => void queries.refetchQueries({ queryKey }, { cancelRefetch: false })
    const unsubscribeFromQueries = queries.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return
      // Its own failure says nothing, and would ask for ever.
      if (event.query.queryKey[0] !== queryKey[0]) check()
    })
    const unsubscribeFromMutations = queries.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') check()
    })
    return () => {
      unsubscribeFromQueries()
      unsubscribeFromMutations()
    }
  }, [queries, user])
}

/** Goes to / with the sign-in dialog open, unless the person has just signed out on this page. */
function SignInRedirect() {
  const { signedOutAt } = useSession()
  const { pathname, search, hash, key } = useLocation()
  if (signedOutAt === key) return <Navigate to="/" replace />
  return <SignInFirst continueTo={pathname + search + hash} behind="/" />
}

/**
 * Stands in for a guarded screen until it is known who is there. Its title and lead are painted at once,
 * but only the screen brings the heading, which gets the focus.
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
