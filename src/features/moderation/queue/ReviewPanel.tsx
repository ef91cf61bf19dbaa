import { type ReactElement, type Ref, Suspense, useEffect, useRef } from 'react'
import { isLinkDead } from '../../community/blocks.ts'
import { textLanguage } from '../../community/languages.ts'
import { OwnerSuspendedBadge, StatusBadge, VerifiedBadge } from '../../community/StatusBadge.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { formatDate } from '../../../ui/format.ts'
import { lazyPart } from '../../../ui/lazy.tsx'
import { Notes } from '../../notes/Notes.tsx'
import type { PlaceForm } from '../../places/AnswerPlaceRequest.tsx'
import { AppealPanel } from '../appeals/AppealPanel.tsx'
import { OtherReviewers } from '../team/OtherReviewers.tsx'
import { RiskSignals } from '../signals/RiskSignals.tsx'
import { Facts, HidingReasons, LiveVersion } from './LiveVersion.tsx'
import {
  type AdminCommunity,
  describePendingReason,
  openAppeal,
  openClaim,
  pendingReason,
  pendingSince,
  type QueuedCommunity,
} from './queue.ts'
import { ReviewWarnings } from './ReviewWarnings.tsx'
import { LinkState, RenamedGroup } from './WhatsAppGroup.tsx'

// The community does not wait for their code.
const ClaimPanel = lazyPart(async () => (await import('../claims/ClaimPanel.tsx')).ClaimPanel)
const AnswerPlaceRequest = lazyPart(
  async () => (await import('../../places/AnswerPlaceRequest.tsx')).AnswerPlaceRequest,
)

/** Opens a dialog of another capability. */
export type OnOpen = (community: AdminCommunity, dialog: 'edit' | 'history' | 'delete') => void

type Props = {
  community: QueuedCommunity
  /** The position in the queue, such as '3 of 27'. */
  position: string | null
  headingRef: Ref<HTMLHeadingElement>
  /** The owner, unless they are shown beside the community. */
  owner: ReactElement | null | undefined
  /** Disables every button. */
  isFrozen: boolean
  placeForm: PlaceForm
}

/** The community under review. In a large window, it scrolls on its own. */
export function ReviewPanel(props: Props) {
  const { community, position, headingRef, isFrozen, placeForm, owner } = props
  const reason = pendingReason(community)
  const appeal = openAppeal(community)
  const claim = openClaim(community)
  const lang = textLanguage(community.languages)
  const isChange = reason === 'changes' || reason === 'name'
  const dateLabel =
    reason === 'new' || reason === 'resubmitted' ? 'Submitted' : isChange ? 'Changed' : 'Since'
  const { id } = community
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current: shown } = panel
    if (!id || !shown) return
    shown.scrollTo({ top: 0 })
    // In a small window the page scrolls instead.
    if (shown.getBoundingClientRect().top < 0) shown.scrollIntoView()
  }, [id])
  return (
    <div
      ref={panel}
      // What gets the focus scrolls to above the decisions.
      className="min-w-0 flex-1 px-4 py-3 sm:px-6 scroll-pb-20 [html:has(&)]:scroll-pb-20 roomy:overflow-y-auto roomy:overscroll-contain"
    >
      <article className="@container min-w-0">
        <fieldset disabled={isFrozen} className="min-w-0 space-y-3">
          <header className="space-y-1">
            <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
              {position && <span className="font-semibold text-ink tabular-nums">{position}</span>}
              <Badge tone={reason === 'reports' ? 'red' : reason === 'new' ? 'neutral' : 'yellow'}>
                {describePendingReason(community)}
              </Badge>
              {community.status === 'approved' ? (
                <StatusBadge community={community} />
              ) : (
                <OwnerSuspendedBadge community={community} />
              )}
              <VerifiedBadge community={community} />
              {isLinkDead(community) && <Badge tone="red">Dead link</Badge>}
              <span>{`${dateLabel} ${formatDate(pendingSince(community))}`}</span>
            </p>
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
            <OtherReviewers communityId={community.id} />
          </header>
          <RiskSignals key={`signals of ${community.id}`} community={community} />
          {appeal && <AppealPanel key={appeal.id} community={community} appeal={appeal} />}
          <RenamedGroup key={`names of ${community.id}`} community={community} />
          <Suspense>
            {claim && <ClaimPanel key={claim.id} claimId={claim.id} community={community} />}
            {community.requested_place && (
              <AnswerPlaceRequest
                key={`place of ${community.id}`}
                community={community}
                request={community.requested_place}
                {...placeForm}
              />
            )}
          </Suspense>
          <Notes about={{ community_id: community.id }} loaded={community.admin_notes} />
          {!appeal && <HidingReasons community={community} />}
          <ReviewWarnings community={community} />
          <LiveVersion
            community={community}
            linkState={<LinkState key={community.id} community={community} />}
            owner={owner}
          />
        </fieldset>
      </article>
    </div>
  )
}
