import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { PageMeta } from '../../app/PageMeta.tsx'
import { pages } from '../../app/pages.ts'
import { ownCommunities } from '../../features/community/own-community-queries.ts'
import { hasCommunityDrafts } from '../../features/own-communities/DraftList.tsx'
import { MyCommunities } from '../../features/own-communities/MyCommunities.tsx'
import { ClaimList } from '../../features/ownership/claims/ClaimList.tsx'
import { ReceivedInvitations } from '../../features/ownership/co-owners/ReceivedInvitations.tsx'
import { type SessionUser, useSession } from '../../features/session/useSession.ts'
import { prefetchForUser } from '../../features/session/user-cache.ts'
import { SuspensionNotice } from '../../features/suspension/SuspensionNotice.tsx'
import { changeQuery } from '../../lib/url-params.ts'
import { Skeleton } from '../../ui/Loading.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { lazyPart } from '../../ui/lazy.tsx'
import { isSection, readSection, type Section } from './section.ts'

const AccountSettings = lazyPart(
  async () => (await import('../../features/account/AccountSettings.tsx')).AccountSettings,
)
const SavedAndJoined = lazyPart(
  async () => (await import('../../features/directory/saved/SavedAndJoined.tsx')).SavedAndJoined,
)

export const prefetchCommunities = () =>
  prefetchForUser((queries, user) => queries.prefetchQuery(ownCommunities(user.id)))

export function ProfileScreen() {
  const { title, heading, lead } = pages['/profile']
  const { user } = useSession()
  if (!user) return null

  return (
    <div className="mx-auto min-h-dvh w-full max-w-6xl space-y-4 px-4 py-5 sm:space-y-6 sm:px-6 sm:py-10">
      <PageMeta title={title} description="Your profile and the communities you have listed." />
      <h1 className="text-3xl font-semibold tracking-tight sm:text-4xl">{heading}</h1>
      <p className="max-w-prose text-lg text-ink-soft">{lead}</p>
      <SuspensionNotice userId={user.id} />
      <ReceivedInvitations user={user} />
      <ProfileSections user={user} />
    </div>
  )
}

type Props = { user: SessionUser }

/** The sections of the profile, of which `?section=<name>` opens one. */
function ProfileSections({ user }: Props) {
  const isLive = import.meta.env.VITE_DIRECTORY === 'live'
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const first = useFirstSection(user)
  const wanted = readSection(new URLSearchParams(search), hash)
  const section = wanted === 'saved' && !isLive ? first : (wanted ?? first)

  const communities = {
    value: 'communities',
    label: 'Communities',
    content: (
      <div className="space-y-6">
        <MyCommunities user={user} />
        {isLive && <ClaimList user={user} />}
      </div>
    ),
  }
  const saved = {
    value: 'saved',
    label: 'Saved',
    preload: () => void SavedAndJoined.preload(),
    content: (
      <Suspense fallback={<Skeleton className="h-64 rounded-2xl" />}>
        <SavedAndJoined user={user} />
      </Suspense>
    ),
  }
  const settings = {
    value: 'settings',
    label: 'Settings',
    preload: () => void AccountSettings.preload(),
    content: (
      <Suspense fallback={<Skeleton className="h-96 rounded-2xl" />}>
        <AccountSettings user={user} />
      </Suspense>
    ),
  }
  const forVisitors = isLive ? [saved] : []

  return (
    <Tabs
      label="Sections of your profile"
      value={section}
      onValueChange={(next) => {
        if (next !== section && isSection(next))
          void navigate({ search: changeQuery(search, { section: next }) })
      }}
      tabs={
        first === 'saved'
          ? [...forVisitors, communities, settings]
          : [communities, ...forVisitors, settings]
      }
    />
  )
}

/** Returns the section of a URL without one. It stays the same until the user leaves the profile. */
function useFirstSection(user: SessionUser): Section {
  const [decided, setDecided] = useState<Section | null>(null)
  const { data, isFetching } = useQuery(ownCommunities(user.id))
  const [hasDrafts] = useState(() => hasCommunityDrafts(user.id))
  const isVisitor = import.meta.env.VITE_DIRECTORY === 'live' && data?.length === 0 && !hasDrafts
  const first = isVisitor ? 'saved' : 'communities'
  // The rows of the last visit do not prove that there are none now.
  if (decided === null && data && !isFetching) setDecided(first)
  return decided ?? first
}
