import { Suspense } from 'react'
import { PageMeta } from '../../app/PageMeta.tsx'
import { pages } from '../../app/pages.ts'
import { useSession } from '../../features/session/useSession.ts'
import { Skeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazy.tsx'
import { textLink } from '../../ui/text-link.ts'
import { MyCommunities } from '../../features/own-communities/MyCommunities.tsx'
import { ClaimList } from '../../features/ownership/OwnClaims.tsx'
import { ReceivedInvitations } from '../../features/ownership/co-owners/ReceivedInvitations.tsx'
import { SuspensionNotice } from '../../features/suspension/SuspensionNotice.tsx'

// The communities should not wait for what is below them.
const AccountSettings = lazyPart(
  async () => (await import('../../features/account/AccountSettings.tsx')).AccountSettings,
)
const SavedAndJoined = lazyPart(
  async () => (await import('../../features/directory/saved/SavedAndJoined.tsx')).SavedAndJoined,
)

export function ProfileScreen() {
  const isLive = import.meta.env.VITE_DIRECTORY === 'live'
  const { title, heading, lead } = pages['/profile']
  const { user } = useSession()
  if (!user) return null

  return (
    <div className="mx-auto min-h-dvh w-full max-w-6xl space-y-6 px-4 py-8 sm:px-6 sm:py-10">
      <PageMeta title={title} description="Your profile and the communities you have listed." />
      <h1 className="text-3xl font-semibold tracking-tight sm:text-4xl">{heading}</h1>
      <p className="max-w-prose text-lg text-ink-soft">{lead}</p>
      <SuspensionNotice userId={user.id} />
      <nav aria-label="On this page" className="flex flex-wrap gap-x-6 gap-y-2">
        {isLive && (
          <a href="#saved" className={textLink}>
            Saved and joined
          </a>
        )}
        <a href="#settings" className={textLink}>
          Settings
        </a>
      </nav>
      <ReceivedInvitations user={user} />
      <MyCommunities user={user} />
      {isLive && <ClaimList user={user} />}
      {isLive && (
        <Suspense fallback={<Skeleton className="h-64 rounded-2xl" />}>
          <SavedAndJoined user={user} />
        </Suspense>
      )}
      <Suspense fallback={<Skeleton className="h-96 rounded-2xl" />}>
        <AccountSettings user={user} />
      </Suspense>
    </div>
  )
}
