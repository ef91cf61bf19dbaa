import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { toast } from '../ui/toast.tsx'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { hasErrorCode, isConnectionProblem } from '../supabase/errors.ts'
import { readStoredSession } from '../supabase/stored-session.ts'
import { listenToFailedWrites } from '../features/data/useWrite.ts'
import {
  backButtonSpace,
  compactHeadingClass,
  compactHeadingRow,
  compactPageClass,
} from '../ui/compact-page.ts'
import { cx } from '../ui/cx.ts'
import { Notice } from '../ui/Feedback.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { LoadingRows } from '../ui/Loading.tsx'
import { SignInFirst } from '../features/session/SignInFirst.tsx'
import { profileQuery, roleQuery } from '../features/session/profile.ts'
import { useSuspension } from '../features/suspension/suspension.ts'
import { openUserCache } from '../features/session/user-cache.ts'
import { type SessionUser, useSession } from '../features/session/useSession.ts'

/* Guards are for convenience. Behind them, the database returns nothing without permission. */

type Props = {
  /** The heading of the screen, shown until access is decided. */
  title: string
  /** The sentence below the heading, if the screen has one. */
  lead?: string
  /** Whether the screen's heading takes one slim row, beside a back button. */
  isCompact?: boolean
}

/** Layout route for signed-in users. Visitors go to / and are asked to sign in. */
export function RequireUser({ title, lead }: Props) {
  return (
    <SignedIn title={title} lead={lead}>
      {() => <Screen title={title} lead={lead} />}
    </SignedIn>
  )
}

/** Layout route for admins. Other signed-in users go to /, visitors are asked to sign in. */
export function RequireAdmin({ title }: Props) {
  return (
    <SignedIn title={title} isCompact>
      {(user) => <AdminCheck title={title} user={user} />}
    </SignedIn>
  )
}

type SignedInProps = Props & { children: (user: SessionUser) => ReactNode }

function SignedIn({ children, ...page }: SignedInProps) {
  const { status, user } = useSession()
  if (status === 'signed-out') return <SignInRedirect />
  if (!user) return <LoadingPage {...page} />
  return (
    <QueryClientProvider key={user.id} client={openUserCache(user.id)}>
      {children(user)}
    </QueryClientProvider>
  )
}

/** The guarded screen. The title stays until its code has loaded. */
function Screen(props: Props) {
  return (
    <Suspense fallback={<LoadingPage {...props} />}>
      <Outlet />
    </Suspense>
  )
}

function AdminCheck({ title, user }: Props & { user: SessionUser }) {
  const profile = useQuery(profileQuery(user))
  const access = accessOf(profile)
  const isRefused = useCheckAfterFailure(user)
  const [isAtAal2] = useState(() => readStoredSession()?.isAtAal2 === true)
  // Fails with the step that is missing: the project may require a second factor of its admins. Checked before the
  // screen sends its calls, which would all be refused.
  const needsRole = !isAtAal2 || isRefused
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
function MissingRights({ title, message, user }: Props & { message: string; user: SessionUser }) {
  const isSuspended = Boolean(useSuspension(user.id))
  return (
    <div className={pageClass}>
      <h1 className={titleClass}>{title}</h1>
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

const pageClass =
  'mx-auto min-h-dvh w-full max-w-6xl space-y-4 px-4 py-5 sm:space-y-6 sm:px-6 sm:py-10'
const titleClass = 'text-3xl font-semibold tracking-tight sm:text-4xl'

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
function LoadingPage({ title, lead, isCompact = false }: Props) {
  const heading = isCompact ? cx(compactHeadingClass, backButtonSpace) : titleClass
  return (
    <div className={isCompact ? cx(compactPageClass, 'space-y-4') : pageClass}>
      <div className={cx(isCompact && compactHeadingRow)}>
        <p aria-hidden="true" className={cx('font-display', heading)}>
          {title}
        </p>
      </div>
      {lead && (
        <p aria-hidden="true" className="max-w-prose text-lg text-ink-soft">
          {lead}
        </p>
      )}
      <LoadingRows />
    </div>
  )
}
