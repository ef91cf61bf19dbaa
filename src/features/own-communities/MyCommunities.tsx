import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MessagesSquare, Plus } from 'lucide-react'
import { Suspense, useDeferredValue, useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { receivedClaims } from '../ownership/claims.ts'
import { EditCommunity, preloadEditCommunity } from '../listing/EditCommunity.tsx'
import { type Community, withHeldChanges } from '../community/fields.ts'
import { openedFrom, useDialogInUrl } from '../../lib/useDialogInUrl.ts'
import { profileQuery } from '../session/profile.ts'
import { useSuspension } from '../suspension/suspension.ts'
import type { SessionUser } from '../session/useSession.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState, ErrorState, StaleNotice } from '../../ui/Feedback.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { lazyPart } from '../../ui/lazy.tsx'
import { LoadingRows } from '../../ui/Loading.tsx'
import { onDemandDialog } from '../../ui/on-demand-dialog.tsx'
import { PreloadWhenIdle } from '../../ui/PreloadWhenIdle.tsx'
import { CommunityRow } from './CommunityRow.tsx'
import { isOwn, ownCommunities } from '../community/own-communities.ts'
import { sortByAction } from './sort-by-action.ts'
import { peopleQuery } from '../ownership/people/people.ts'
import { useListSummary } from './useListSummary.ts'
import { useCommunityDrafts } from '../listing/drafts/community-drafts.ts'

const DeleteCommunityDialog = onDemandDialog(
  async () => (await import('../community/DeleteCommunityDialog.tsx')).DeleteCommunityDialog,
  { title: 'Delete community', size: 'sm' },
)

const ShareDialog = onDemandDialog(async () => (await import('./ShareDialog.tsx')).ShareDialog, {
  title: 'Share your community',
  size: 'md',
})
const DraftList = lazyPart(async () => (await import('../listing/drafts/DraftList.tsx')).DraftList)

const nextSteps = [{ preload: preloadEditCommunity }]

export function MyCommunities({ user }: { user: SessionUser }) {
  const [toDelete, setToDelete] = useState<Community | null>(null)
  const [toShare, setToShare] = useState<Community | null>(null)
  const edit = useDialogInUrl('edit')
  const profile = useQuery(profileQuery(user)).data
  const isSuspended = Boolean(useSuspension(user.id))
  const queries = useQueryClient()
  const list = useQuery(ownCommunities(user.id))
  const { key, hash } = useLocation()
  // When the app starts, a slow phone shows the first rows before it renders the others, unless a link leads below them.
  const isStart = key === 'default' && !hash
  const claims = useQuery({
    ...receivedClaims(user.id),
    enabled: import.meta.env.VITE_DIRECTORY === 'live',
  }).data
  const isCoOwner = list.data?.some((community) => !isOwn(community, user)) ?? false
  const people = useQuery({ ...peopleQuery, enabled: isCoOwner }).data
  const isOwnerSuspended = (community: Community) =>
    isOwn(community, user)
      ? isSuspended
      : people?.find((one) => one.is_owner && one.community_id === community.id)?.is_suspended
  const sorted = useMemo(
    () => list.data && sortByAction(list.data, claims ?? []),
    [list.data, claims],
  )
  const communities = useDeferredValue(sorted, isStart ? sorted?.slice(0, 4) : sorted)
  const { drafts: allDrafts, discard } = useCommunityDrafts(user.id)
  const nameOf = (id: string) => {
    const own = list.data?.find((community) => community.id === id)
    return own && withHeldChanges(own).name
  }
  const drafts = allDrafts.filter(({ communityId }) => !communityId || nameOf(communityId))
  // Rows of the last visit, or from before a change, do not prove that there are none.
  const isEmpty = list.data?.length === 0
  const isKnownEmpty = isEmpty && !list.isFetching && !list.isError && drafts.length === 0

  const reload = () => void queries.invalidateQueries(ownCommunities(user.id))

  return (
    <Card
      title="My Communities"
      description={useListSummary(list.data)}
      actions={
        isSuspended ? (
          <Button size="sm" icon={Plus} disabled>
            List New Community
          </Button>
        ) : (
          <LinkButton variant="primary" to="/?list=new" state={openedFrom('/profile')} icon={Plus}>
            List New Community
          </LinkButton>
        )
      }
    >
      {(!communities || (isEmpty && list.isFetching)) && !list.isError && <LoadingRows />}
      {list.isLoadingError && <ErrorState title="Error loading communities" query={list} />}
      <StaleNotice query={list} />
      {drafts.length > 0 && (
        <Suspense>
          <DraftList drafts={drafts} nameOf={nameOf} onEdit={edit.open} onDiscard={discard} />
        </Suspense>
      )}
      {isKnownEmpty && (
        <EmptyState title="You haven't created any communities yet" icon={MessagesSquare}>
          List one, and travellers can find it once it is approved.
        </EmptyState>
      )}
      {communities && communities.length > 0 && (
        <ul className="-my-4 divide-y divide-line">
          {communities.map((community) => (
            <CommunityRow
              key={community.id}
              user={user}
              community={community}
              claims={claims?.filter((claim) => claim.community_id === community.id)}
              getsEmails={profile?.wants_decision_emails ?? false}
              isSuspended={isSuspended}
              isOwnerSuspended={isOwnerSuspended(community)}
              onShare={() => setToShare(community)}
              onEdit={() => edit.open(community.id)}
              onDelete={isOwn(community, user) ? () => setToDelete(community) : undefined}
            />
          ))}
        </ul>
      )}
      <PreloadWhenIdle parts={nextSteps} />
      <EditCommunity
        loaded={list.data}
        role={profile?.is_admin ? 'admin' : 'owner'}
        onSaved={reload}
      />
      {toShare && <ShareDialog community={toShare} onClose={() => setToShare(null)} />}
      {toDelete && (
        <DeleteCommunityDialog
          community={toDelete}
          failure="Error deleting community"
          onClose={() => setToDelete(null)}
          onDeleted={() => {
            setToDelete(null)
            reload()
          }}
        />
      )}
    </Card>
  )
}
