import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import {
  backButtonSpace,
  compactHeadingClass,
  compactHeadingRow,
  compactPageClass,
} from '../ui/compact-page.ts'
import { cx } from '../ui/cx.ts'
import { LoadingRows } from '../ui/Loading.tsx'
import { profileQuery } from '../features/session/profile.ts'
import { SignInFirst } from '../features/session/SignInFirst.tsx'
import { openUserCache, prefetchForUser } from '../features/session/user-cache.ts'
import { type SessionUser, useSession } from '../features/session/useSession.ts'

/* Guards are for convenience. Behind them, the database returns nothing without permission. */

export type GuardProps = {
  /** The heading of the screen, shown until access is decided. */
  title: string
  /** The sentence below the heading, if the screen has one. */
  lead?: string
  /** Whether the screen's heading takes one slim row, beside a back button. */
  isCompact?: boolean
}

/** Layout route for signed-in users. Visitors go to / and are asked to sign in. */
export function RequireUser({ title, lead }: GuardProps) {
  return (
    <SignedIn title={title} lead={lead}>
      {() => <Screen title={title} lead={lead} />}
    </SignedIn>
  )
}

export const prefetchProfile = () =>
  prefetchForUser((queries, user) => queries.prefetchQuery(profileQuery(user)))

type SignedInProps = GuardProps & { children: (user: SessionUser) => ReactNode }

export function SignedIn({ children, ...page }: SignedInProps) {
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
export function Screen(props: GuardProps) {
  return (
    <Suspense fallback={<LoadingPage {...props} />}>
      <Outlet />
    </Suspense>
  )
}

export const screenClass =
  'mx-auto min-h-dvh w-full max-w-6xl space-y-4 px-4 py-5 sm:space-y-6 sm:px-6 sm:py-10'
export const screenTitleClass = 'text-3xl font-semibold tracking-tight sm:text-4xl'

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
export function LoadingPage({ title, lead, isCompact = false }: GuardProps) {
  const heading = isCompact ? cx(compactHeadingClass, backButtonSpace) : screenTitleClass
  return (
    <div className={isCompact ? cx(compactPageClass, 'space-y-4') : screenClass}>
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
