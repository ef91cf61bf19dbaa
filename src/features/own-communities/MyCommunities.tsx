import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { BadgeCheck, MessagesSquare, Plus } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { openedFrom, useDialogInUrl } from '../../lib/useDialogInUrl.ts'
import { supabase } from '../../supabase/client.ts'
import { unwrap } from '../../supabase/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState, ErrorState, RetryButton, StaleNotice } from '../../ui/Feedback.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { LoadingRows } from '../../ui/Loading.tsx'
import { usePreload } from '../../ui/when-idle.tsx'
import { DeleteCommunityDialog } from '../community/DeleteCommunityDialog.tsx'
import { type Community, withHeldChanges } from '../community/fields.ts'
import {
  isListed,
  isOwn,
  ownCommunities,
  type OwnCommunity,
} from '../community/own-community-queries.ts'
import { EditCommunity, preloadEditCommunity } from '../listing/EditCommunity.tsx'
import { type ReceivedClaim, receivedClaims } from '../ownership/claims/claims.ts'
import { canProve } from '../ownership/OwnersProof.tsx'
import { coOwnersQuery } from '../ownership/co-owners/co-owners.ts'
import { profileQuery } from '../session/profile.ts'
import type { SessionUser } from '../session/useSession.ts'
import { useSuspension } from '../suspension/suspension.ts'
import { CommunityRow } from './CommunityRow.tsx'
import { DraftList, useCommunityDrafts } from './DraftList.tsx'
import { urgencyOf } from './row-notice.ts'
import type { RowOf } from '../../supabase/row-of.ts'

const noClaims: readonly ReceivedClaim[] = []
const nextSteps = [{ preload: preloadEditCommunity }]

export function MyCommunities({ user }: { user: SessionUser }) {
  usePreload(nextSteps)
  const [toDelete, setToDelete] = useState<Community | null>(null)
  const edit = useDialogInUrl('edit')
  const profile = useQuery(profileQuery(user)).data
  const isSuspended = Boolean(useSuspension(user.id))
  const queries = useQueryClient()
  const list = useQuery(ownCommunities(user.id))
  // When the app starts, a slow phone shows the first rows before it renders the others.
  const isStart = useLocation().key === 'default'
  const { data: claims = noClaims } = useQuery({
    ...receivedClaims(user.id),
    enabled: import.meta.env.VITE_DIRECTORY === 'live',
  })
  const isCoOwner = list.data?.some((community) => !isOwn(community, user)) ?? false
  const coOwners = useQuery({ ...coOwnersQuery, enabled: isCoOwner }).data
  const isOwnerSuspended = (community: Community) =>
    isOwn(community, user)
      ? isSuspended
      : coOwners?.find((one) => one.is_owner && one.community_id === community.id)?.is_suspended
  const sorted = useMemo(() => list.data && sortByAction(list.data, claims), [list.data, claims])
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

  const joins = useQuery({ ...ownJoins, enabled: list.data?.some(isListed) ?? false })
  const reload = () => void queries.invalidateQueries(ownCommunities(user.id))

  return (
    <Card
      title="My Communities"
      description={useListSummary(list.data, joins.data?.length === 0)}
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
      {joins.isLoadingError && (
        <p className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
          <span>Couldn't load the joins.</span>
          <RetryButton query={joins} aria-label="Try again to load the joins" />
        </p>
      )}
      {drafts.length > 0 && (
        <DraftList drafts={drafts} nameOf={nameOf} onEdit={edit.open} onDiscard={discard} />
      )}
      {isKnownEmpty && (
        <EmptyState title="You haven't created any communities yet" icon={MessagesSquare}>
          List one, and travellers can find it once it is approved.
        </EmptyState>
      )}
      {communities && communities.length > 0 && (
        <ul className="-my-3 divide-y divide-line sm:-my-4">
          {communities.map((community) => (
            <CommunityRow
              key={community.id}
              user={user}
              community={community}
              claims={claimsOf(community, claims)}
              joins={joins.data ? countJoins(joins.data, community.id) : 0}
              getsEmails={profile?.wants_decision_emails ?? false}
              isSuspended={isSuspended}
              isOwnerSuspended={isOwnerSuspended(community)}
              onEdit={() => edit.open(community.id)}
              onDelete={isOwn(community, user) ? () => setToDelete(community) : undefined}
            />
          ))}
        </ul>
      )}
      {communities?.some((community) => canProve(community, false)) && (
        <p className="mt-5 flex items-start gap-2 border-t border-line pt-4 text-sm text-ink-soft">
          <BadgeCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>
            Choose 'Prove that this is your group' under 'More', and visitors see that it is
            verified.
          </span>
        </p>
      )}
      <EditCommunity
        loaded={list.data}
        role={profile?.is_admin ? 'admin' : 'owner'}
        onSaved={reload}
      />
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

/** Returns the communities with a claim to answer first, then those that need another action of their owner. */
function sortByAction(
  communities: readonly OwnCommunity[],
  claims: readonly ReceivedClaim[],
): OwnCommunity[] {
  const urgency = (community: OwnCommunity) => urgencyOf(community, claimsOf(community, claims))
  return communities.toSorted((one, other) => urgency(other) - urgency(one))
}

const claimsOf = ({ id }: OwnCommunity, claims: readonly ReceivedClaim[]) =>
  claims.filter(({ community_id }) => community_id === id)

/** Returns what is true of several communities of the list, so that their rows do not repeat it. */
function useListSummary(communities: readonly OwnCommunity[] = [], hasNoJoins: boolean) {
  const isWaiting = communities.some(({ status }) => status === 'pending')
  const hours = useQuery({ ...reviewTime, enabled: isWaiting }).data

  return [
    isWaiting && typeof hours === 'number' && `Reviews take ${formatReviewTime(hours)} at present.`,
    hasNoJoins && 'No joins in the last 30 days.',
  ]
    .filter(Boolean)
    .join(' ')
}

/** The hours that the latest reviews took, as a median; null if there were too few. */
const reviewTime = queryOptions({
  queryKey: ['review time'],
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<number | null> =>
    unwrap(await supabase.rpc('get_review_time').abortSignal(signal)),
})

/** Returns how long a review takes: 'about 2 days'. */
function formatReviewTime(hours: number): string {
  if (hours <= 1) return 'less than an hour'
  if (hours <= 36) return `about ${hours} hours`
  return `about ${Math.round(hours / 24)} days`
}

/** The joins per community and day in the last 30 days, without empty days. */
const ownJoins = queryOptions({
  queryKey: ['communities', 'joins'],
  queryFn: async ({ signal }) => unwrap(await supabase.rpc('count_joins').abortSignal(signal)),
})

/** Returns the joins of a community in the last 30 days. */
const countJoins = (days: readonly RowOf<() => typeof ownJoins>[], communityId: string) =>
  days
    .filter(({ community_id }) => community_id === communityId)
    .reduce((sum, { joins }) => sum + joins, 0)
