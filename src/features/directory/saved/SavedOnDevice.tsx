import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { PageMeta } from '../../../app/PageMeta.tsx'
import { EmptyState, ErrorState } from '../../../ui/Feedback.tsx'
import { formatCountOf } from '../../../ui/format.ts'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { accentLink, textLink } from '../../../ui/text-link.ts'
import { useRequestSignIn } from '../../session/sign-in-request.ts'
import { useSession } from '../../session/useSession.ts'
import { CommunityGrid, LoadingGrid } from '../CommunityGrid.tsx'
import { readListedCommunities } from '../directory-queries.ts'
import { useOpenedByLink } from '../page/LoadingCommunity.tsx'
import {
  maxOnDevice,
  readSavedOnDevice,
  removeSavedOnDevice,
  useSavedOnDevice,
} from './SaveButton.tsx'

const userList = '/profile?section=saved'

/** The communities that a signed-out visitor saved in this browser. Users have theirs on their profile. */
export function SavedOnDevice() {
  const { user } = useSession()
  const requestSignIn = useRequestSignIn()
  const heading = useRef<HTMLHeadingElement>(null)
  const isOpenedByLink = useOpenedByLink()
  useEffect(() => {
    if (isOpenedByLink) heading.current?.focus({ preventScroll: true })
  }, [isOpenedByLink])
  if (user) return <Navigate replace to={userList} />

  return (
    // As tall as the window, so that the footer does not jump when the cards appear.
    <div className="mx-auto min-h-dvh w-full max-w-6xl px-4 py-8 sm:px-6 sm:py-10">
      <PageMeta
        title="Saved"
        description="The communities that you saved on this device."
        isIndexed={false}
      />
      <h1 ref={heading} tabIndex={-1} className="text-3xl font-semibold tracking-tight sm:text-4xl">
        Saved
      </h1>
      <p className="mt-2 mb-6 text-ink-soft">
        <span>This list is on this device only.</span>{' '}
        <button
          type="button"
          className={accentLink}
          onClick={() => requestSignIn(userList, { reason: { action: 'save' } })}
        >
          Sign in
        </button>{' '}
        <span>to have it on all your devices.</span>
      </p>
      <SavedCards />
    </div>
  )
}

function SavedCards() {
  const saved = useSavedOnDevice()
  // A card that is no longer saved stays until the visitor leaves: a second press saves it again.
  const [first, setFirst] = useState(readSavedOnDevice)
  const ids = [...new Set([...first, ...saved])].slice(0, maxOnDevice)
  // Not stored for the next visit, where it would take the place of lists.
  const list = useQuery({
    queryKey: ['saved on device', ids],
    placeholderData: keepPreviousData,
    enabled: ids.length > 0,
    staleTime: 60_000,
    queryFn: () => readListedCommunities(ids),
  })

  if (ids.length === 0) {
    return (
      <EmptyState
        title="You haven't saved any communities yet"
        icon={Bookmark}
        action={<LinkButton to="/communities">Browse communities</LinkButton>}
      >
        Press the bookmark on a community to find it here later.
      </EmptyState>
    )
  }
  if (!list.data) {
    if (!list.isError) return <LoadingGrid cards={Math.min(ids.length, 6)} columns={3} />
    return <ErrorState title="Couldn't load your saved communities" query={list} hasAdvice />
  }
  // In the order in which they were saved.
  const listed = ids.flatMap((id) => list.data.find((community) => community.id === id) ?? [])
  const removed = ids.filter((id) => !listed.some((community) => community.id === id))
  return (
    <div className="space-y-6">
      <CommunityGrid communities={listed} label="Saved communities" columns={3} isAtTop />
      {removed.length > 0 && !list.isPlaceholderData && (
        <p className="text-sm text-ink-soft">
          <span>
            {`${formatCountOf(removed.length, 'saved community is', 'saved communities are')} no longer listed.`}
          </span>{' '}
          <button
            type="button"
            className={textLink}
            onClick={() => {
              removeSavedOnDevice(removed)
              setFirst(first.filter((id) => !removed.includes(id)))
            }}
          >
            Remove
          </button>
        </p>
      )}
    </div>
  )
}
