import { History, Pencil, Trash2 } from 'lucide-react'
import type { ReactElement, Ref } from 'react'
import { isLinkDead } from '../../community/blocks.ts'
import { textLanguage } from '../../community/languages.ts'
import { OwnerSuspendedBadge, StatusBadge, VerifiedBadge } from '../../community/StatusBadge.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { GhostButton } from '../../../ui/Button.tsx'
import { formatDate } from '../../../ui/format.ts'
import { IconButton } from '../../admin/ListParts.tsx'
import { SuspendOwner } from '../owner/SuspendOwner.tsx'
import { AppealPanel } from '../appeals/AppealPanel.tsx'
import { VisibilityActions } from './DecisionButtons.tsx'
import { Facts, HidingReasons, LiveVersion } from './LiveVersion.tsx'
import {
  type AdminCommunity,
  describePendingReason,
  openAppeal,
  pendingReason,
  pendingSince,
  type QueuedCommunity,
} from './queue.ts'
import { ReviewWarnings } from './ReviewWarnings.tsx'
import { KeyHint } from './shortcuts.tsx'
import type { Decisions } from './useDecisions.ts'
import { LinkCheck, RenamedGroup } from './WhatsAppGroup.tsx'

/** Opens a dialog of another capability. */
export type OnOpen = (community: AdminCommunity, dialog: 'edit' | 'history' | 'delete') => void

type Props = {
  community: QueuedCommunity
  /** The position in the queue, such as '3 of 27'. */
  position: string | null
  headingRef: Ref<HTMLHeadingElement>
  decisions: Decisions
  /** Disables every button. */
  isFrozen: boolean
  onOpen: OnOpen
  /** What other capabilities ask about the community. */
  questions: ReactElement
}

export function ReviewPanel(props: Props) {
  const { community, position, headingRef, decisions, isFrozen, onOpen, questions } = props
  const reason = pendingReason(community)
  const appeal = openAppeal(community)
  const lang = textLanguage(community.languages)
  const isChange = ['changes', 'link', 'groups', 'name'].includes(reason)
  const dateLabel =
    reason === 'new' || reason === 'resubmitted' ? 'Listed' : isChange ? 'Changed' : 'Since'
  return (
    <article className="@container min-w-0">
      <fieldset disabled={isFrozen} className="min-w-0 space-y-3">
        <header className="space-y-1">
          {/* On phones, many actions take a row of their own. */}
          <div className="flex flex-wrap items-start gap-x-2 gap-y-1">
            <p className="flex min-w-0 flex-1 basis-40 flex-wrap items-center gap-2 text-sm text-ink-soft">
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
            <MoreActions community={community} decisions={decisions} onOpen={onOpen} />
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
          <AppealPanel
            key={appeal.id}
            community={community}
            appeal={appeal}
            decisions={decisions}
          />
        )}
        <RenamedGroup
          key={`names of ${community.id}`}
          community={community}
          decisions={decisions}
        />
        {questions}
        {!appeal && <HidingReasons community={community} />}
        <ReviewWarnings community={community} />
        <LiveVersion
          community={community}
          linkState={<LinkCheck key={community.id} community={community} />}
          ownerActions={<SuspendOwner community={community} decisions={decisions} />}
        />
      </fieldset>
    </article>
  )
}

/** Actions other than decisions about what is pending. Only reported communities can be deleted here. */
function MoreActions({
  community,
  decisions,
  onOpen,
}: Pick<Props, 'community' | 'decisions' | 'onOpen'>) {
  return (
    <div role="group" aria-label="More actions" className="-my-1 -mr-2 ml-auto flex">
      <GhostButton icon={Pencil} onClick={() => onOpen(community, 'edit')}>
        <span className="max-sm:sr-only">Edit</span> <KeyHint>E</KeyHint>
      </GhostButton>
      <GhostButton icon={History} onClick={() => onOpen(community, 'history')}>
        <span className="max-sm:sr-only">History</span> <KeyHint>H</KeyHint>
      </GhostButton>
      <VisibilityActions community={community} decisions={decisions} />
      {pendingReason(community) === 'reports' && (
        <IconButton icon={Trash2} label="Delete" onClick={() => onOpen(community, 'delete')} />
      )}
    </div>
  )
}
