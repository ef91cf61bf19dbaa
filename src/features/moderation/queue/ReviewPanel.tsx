import type { ReactElement, Ref } from 'react'
import { isLinkDead } from '../../community/blocks.ts'
import { textLanguage } from '../../community/languages.ts'
import { StatusBadge } from '../../community/StatusBadge.tsx'
import { VerifiedBadge } from '../../community/VerifiedBadge.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { formatDate } from '../../../ui/format.ts'
import { AppealPanel } from '../appeals/AppealPanel.tsx'
import { Facts, HidingReasons, LiveVersion } from './LiveVersion.tsx'
import {
  describePendingReason,
  openAppeal,
  pendingReason,
  pendingSince,
  type QueuedCommunity,
} from './queue.ts'
import { ReviewWarnings } from './ReviewWarnings.tsx'
import { MoreActions, type OnOpen } from './ReviewToolbar.tsx'
import type { Review } from './useReview.ts'
import { LinkCheck, RenamedGroup } from './WhatsAppGroup.tsx'

type Props = {
  community: QueuedCommunity
  /** The position in the queue, such as '3 of 27'. */
  position: string | null
  headingRef: Ref<HTMLHeadingElement>
  review: Review
  onOpen: OnOpen
  /** What other capabilities ask about the community. */
  questions: ReactElement
}

export function ReviewPanel({ community, position, headingRef, review, onOpen, questions }: Props) {
  const reason = pendingReason(community)
  const appeal = openAppeal(community)
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
          <MoreActions review={review} current={community} onOpen={onOpen} />
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
      {appeal && (
        <AppealPanel key={appeal.id} community={community} appeal={appeal} review={review} />
      )}
      <RenamedGroup key={`names of ${community.id}`} community={community} review={review} />
      {questions}
      {!appeal && <HidingReasons community={community} />}
      <ReviewWarnings community={community} />
      <LiveVersion
        community={community}
        linkState={<LinkCheck key={community.id} community={community} />}
      />
    </article>
  )
}
