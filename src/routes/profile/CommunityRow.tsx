import { Pencil, Trash2, Users } from 'lucide-react'
import { CommunityImage } from '../../communities/images/CommunityImage.tsx'
import {
  heldValues,
  isHiddenOrPaused,
  isLinkDead,
  withHeldChanges,
} from '../../communities/fields.ts'
import { preloadEditCommunity } from '../../communities/form/EditCommunity.tsx'
import { StatusBadge } from '../../communities/StatusBadge.tsx'
import { GhostButton, SmallButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { Appeal } from './Appeal.tsx'
import { CommunityJoins } from './CommunityJoins.tsx'
import type { OwnCommunity } from './own-communities.ts'
import { PauseButton, PausedNotice } from './PauseCommunity.tsx'
import { WithdrawChanges } from './WithdrawChanges.tsx'
import { formatCountOf } from '../../ui/format.ts'

type Props = { community: OwnCommunity; onEdit: () => void; onDelete: () => void }

/** One of the user's communities, in its latest version. */
export function CommunityRow({ community, onEdit, onDelete }: Props) {
  const { name, image_url } = withHeldChanges(community)
  const isApproved = community.status === 'approved'
  // Hidden from visitors until a new link is approved, or a later check finds this one live.
  const hasDeadLink = isLinkDead(community)

  return (
    // Gets the focus when one of its buttons is removed.
    <li tabIndex={-1} className="space-y-3 rounded-lg py-4">
      <div className="flex items-center gap-3 sm:gap-4">
        <CommunityImage isThumbnail src={image_url} className="size-16 sm:h-[4.5rem] sm:w-28" />
        <div className="min-w-0 flex-1 space-y-1">
          <h3 translate="no" className="line-clamp-2 font-semibold">
            {name}
          </h3>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
            <StatusBadge
              status={community.status}
              hidden_at={community.hidden_at}
              paused_at={community.paused_at}
            />
            <span className="inline-flex items-center gap-1.5">
              <Users aria-hidden="true" className="size-4" />
              <span>{formatCountOf(community.member_count, 'member', 'members')}</span>
            </span>
            <span className="max-sm:hidden">{community.location ?? community.requested_place}</span>
          </p>
        </div>
        <div className="flex gap-1 max-sm:flex-col">
          <GhostButton
            icon={Pencil}
            aria-label={`Edit ${name}`}
            onPointerDown={preloadEditCommunity}
            onClick={onEdit}
          />
          {isApproved && !community.paused_at && <PauseButton community={community} />}
          <GhostButton icon={Trash2} aria-label={`Delete ${name}`} onClick={onDelete} />
        </div>
      </div>
      {community.status === 'rejected' && (
        <Notice
          tone="danger"
          title="Rejection reason"
          action={<SmallButton onClick={onEdit}>Edit and resubmit</SmallButton>}
        >
          {community.rejection_reason || 'No reason was given.'}
        </Notice>
      )}
      {community.hidden_at && (
        <Notice tone="danger">
          <p>
            <span className="font-semibold">Hidden: </span>
            <span>{community.hidden_reason || 'No reason was given.'}</span>
          </p>
          <p>Visitors can't see or join this community. You can still edit it.</p>
        </Notice>
      )}
      <Appeal community={community} />
      {isApproved && community.paused_at && <PausedNotice community={community} />}
      {hasDeadLink && <DeadLinkNotice community={community} onEdit={onEdit} />}
      {import.meta.env.VITE_DIRECTORY === 'live' &&
        isApproved &&
        !isHiddenOrPaused(community) &&
        !hasDeadLink && <CommunityJoins community={community} />}
      {community.held_changes && <WithdrawChanges community={community} />}
    </li>
  )
}

function DeadLinkNotice({ community, onEdit }: Omit<Props, 'onDelete'>) {
  const title = 'Your invite link no longer works'
  if (heldValues(community)['whatsapp_link']) {
    return (
      <Notice tone="warning" title={title}>
        Visitors will see this community again once an admin has approved your new link.
      </Notice>
    )
  }
  return (
    <Notice
      tone="danger"
      title={title}
      action={<SmallButton onClick={onEdit}>Change the link</SmallButton>}
    >
      Visitors can't see this community until it has a working link. You can get a new one in
      WhatsApp, in the group's info under 'Invite via link'.
    </Notice>
  )
}
