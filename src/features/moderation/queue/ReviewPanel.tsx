import type { ReactElement, Ref } from 'react'
import { isLinkDead } from '../../community/blocks.ts'
import { textLanguage } from '../../community/languages.ts'
import { StatusBadge } from '../../community/StatusBadge.tsx'
import { VerifiedBadge } from '../../community/VerifiedBadge.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { formatDate } from '../../../ui/format.ts'
import { ClaimPanel } from '../../ownership/ClaimPanel.tsx'
import { CommunityDetails, Facts, HidingReasons } from './CommunityDetails.tsx'
import { LinkCheck } from './LinkCheck.tsx'
import { PlaceRequest } from '../../places/PlaceRequest.tsx'
import {
  describePendingReason,
  openClaim,
  pendingReason,
  pendingSince,
  type QueuedCommunity,
} from './queue.ts'
import { RenamedGroup } from './RenamedGroup.tsx'
import { ReviewWarnings } from './ReviewWarnings.tsx'
import type { Review } from './useReview.ts'

type Props = {
  community: QueuedCommunity
  /** The position in the queue, such as '3 of 27'. */
  position: string | null
  headingRef: Ref<HTMLHeadingElement>
  actions: ReactElement
  appeal: ReactElement | undefined
  review: Review
  onPlaceResolved: () => void
}

export function ReviewPanel({
  community,
  position,
  headingRef,
  actions,
  appeal,
  review,
  onPlaceResolved,
}: Props) {
  const reason = pendingReason(community)
  const claim = openClaim(community)
  const lang = textLanguage(community.languages)
  const isChange = ['changes', 'link', 'groups', 'name'].includes(reason)
  const dateLabel =
    reason === 'new' || reason === 'resubmitted' ? 'Listed' : isChange ? 'Changed' : 'Since'
  return (
    <article className="@container min-w-0 space-y-3">
      <header className="space-y-1">
        {/* On phones, many actions take a row of their own. */}
        <div className="flex flex-wrap items-start gap-x-2 gap-y-1">
          <p className="flex min-w-0 flex-1 basis-40 flex-wrap items-center gap-2 text-sm text-ink-soft">
            {position && <span className="font-semibold text-ink tabular-nums">{position}</span>}
            <Badge tone={reason === 'reports' ? 'red' : reason === 'new' ? 'neutral' : 'yellow'}>
              {describePendingReason(community)}
            </Badge>
            {community.status === 'approved' && <StatusBadge community={community} />}
            <VerifiedBadge community={community} />
            {isLinkDead(community) && <Badge tone="red">Dead link</Badge>}
            <span>{`${dateLabel} ${formatDate(pendingSince(community))}`}</span>
          </p>
          {actions}
        </div>
        <h2
          dir="auto"
          ref={headingRef}
          lang={lang}
          translate="no"
          tabIndex={-1}
          className="text-2xl font-semibold"
        >
          {community.name}
        </h2>
        <Facts community={community} />
      </header>
      {appeal}
      <RenamedGroup key={`names of ${community.id}`} community={community} review={review} />
      {claim && (
        <ClaimPanel
          key={claim.id}
          claimId={claim.id}
          community={community}
          saving={review.decisions.saving.get(community.id)}
          onAccept={(seen) => review.decideHere({ community, ...seen, kind: 'accept claim' })}
          onDecline={(seen) => review.dialog.decline({ community, ...seen, kind: 'decline claim' })}
        />
      )}
      {community.requested_place && (
        <PlaceRequest
          key={`place of ${community.id}`}
          community={community}
          request={community.requested_place}
          onResolved={onPlaceResolved}
        />
      )}
      {!appeal && <HidingReasons community={community} />}
      <ReviewWarnings community={community} />
      <CommunityDetails
        community={community}
        linkState={<LinkCheck key={community.id} community={community} />}
      />
    </article>
  )
}
