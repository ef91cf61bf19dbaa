import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { ownCommunities } from '../../features/community/own-community-queries.ts'
import { hasCommunityDrafts } from '../../features/own-communities/DraftList.tsx'
import { MyCommunities } from '../../features/own-communities/MyCommunities.tsx'
import { ClaimList } from '../../features/ownership/OwnClaims.tsx'
import type { SessionUser } from '../../features/session/useSession.ts'
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

type Props = { user: SessionUser }

/** The sections of the profile, of which `?section=<name>` opens one. */
export function ProfileSections({ user }: Props) {
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
