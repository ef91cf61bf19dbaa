import { Pencil, Trash2, UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { isolate } from '../../lib/isolate.ts'
import { Badge } from '../../ui/Badge.tsx'
import { GhostButton, SmallButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { formatCountOf } from '../../ui/format.ts'
import { lazyDialog } from '../../ui/lazy.tsx'
import { CommunityImage } from '../community/CommunityImage.tsx'
import { StatusBadge, VerifiedBadge } from '../community/StatusBadge.tsx'
import { hasBlock, hiddenBlocks, isLinkDead, isOutOfDirectory } from '../community/blocks.ts'
import { withHeldChanges } from '../community/fields.ts'
import { isListed, type OwnCommunity } from '../community/own-community-queries.ts'
import { preloadEditCommunity } from '../listing/EditCommunity.tsx'
import { RefusalNotice } from '../listing/RefusalNotice.tsx'
import { Appeal } from '../moderation/appeals/Appeal.tsx'
import { ClaimNotice, type ReceivedClaim } from '../ownership/ClaimNotice.tsx'
import { ProveOwnership } from '../ownership/ProveOwnership.tsx'
import type { SessionUser } from '../session/useSession.ts'
import { PauseButton, PausedNotice, StillActive } from './Activity.tsx'
import { HeldChanges } from './HeldChanges.tsx'
import { DeadLinkNotice, OwnLinkCheck } from './LinkNotices.tsx'
import { PublicView } from './PublicView.tsx'

// Loads on demand with the library of its form, which the page does not need otherwise.
const CoOwnersDialog = lazyDialog(
  async () => (await import('../ownership/co-owners/CoOwnersDialog.tsx')).CoOwnersDialog,
  { title: 'People', cancelLabel: 'Close' },
)

type Props = {
  user: SessionUser
  community: OwnCommunity
  /** The open ones; undefined until they are loaded. */
  claims: ReceivedClaim[] | undefined
  getsEmails: boolean
  /** Whether the user is suspended, and can change nothing. */
  isSuspended: boolean
  /** Whether the owner is: the directory then leaves out the community. Undefined until it is known. */
  isOwnerSuspended: boolean | undefined
  onEdit: () => void
  /** Undefined for a co-owner. */
  onDelete: (() => void) | undefined
}

/** Aligns with the name. A phone has no room for it. */
const besideImage = 'sm:pl-32'

/** One of the user's communities, in its latest version. */
export function CommunityRow({
  user,
  community,
  claims,
  getsEmails,
  isSuspended,
  isOwnerSuspended,
  onEdit,
  onDelete,
}: Props) {
  const { name, image_url, member_count } = withHeldChanges(community)
  const [hasCoOwnersOpen, setHasCoOwnersOpen] = useState(false)
  const isApproved = community.status === 'approved'
  const hidden = hiddenBlocks(community)
  const isPaused = hasBlock(community, 'paused')

  return (
    // Gets the focus when one of its buttons is removed.
    <li tabIndex={-1} className="space-y-3 rounded-lg py-4">
      {/* Without the links below, which a suspended co-owner keeps. */}
      <fieldset disabled={isSuspended} className="min-w-0 space-y-3">
        <div className="flex items-center gap-3 sm:gap-4">
          <CommunityImage isThumbnail src={image_url} className="size-16 sm:h-[4.5rem] sm:w-28" />
          <div className="min-w-0 flex-1 space-y-1">
            <h3 dir="auto" translate="no" className="line-clamp-2 w-fit font-semibold">
              {name}
            </h3>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
              <RowStatus
                community={community}
                isOwner={Boolean(onDelete)}
                isOwnerSuspended={isOwnerSuspended}
              />
              <VerifiedBadge community={community} />
              {!onDelete && <Badge>Co-owner</Badge>}
              <span className="inline-flex items-center gap-1.5">
                <Users aria-hidden="true" className="size-4" />
                <span>{formatCountOf(member_count, 'member', 'members')}</span>
              </span>
              <span dir="auto" className="max-sm:hidden">
                {community.location ?? community.requested_place}
              </span>
            </p>
          </div>
          <div className="flex gap-1 max-sm:flex-col">
            <GhostButton
              icon={Pencil}
              aria-label={`Edit ${isolate(name)}`}
              onPointerDown={preloadEditCommunity}
              onClick={onEdit}
            />
            {isApproved && !isPaused && !hasBlock(community, 'asleep') && (
              <PauseButton community={community} />
            )}
            <GhostButton
              icon={UserPlus}
              aria-label={`People of ${isolate(community.name)}`}
              onPointerDown={CoOwnersDialog.preload}
              onClick={() => setHasCoOwnersOpen(true)}
            />
            {hasCoOwnersOpen && (
              <CoOwnersDialog
                user={user}
                community={community}
                onClose={() => setHasCoOwnersOpen(false)}
              />
            )}
            {onDelete && (
              <GhostButton
                icon={Trash2}
                aria-label={`Delete ${isolate(name)}`}
                onClick={onDelete}
              />
            )}
          </div>
        </div>
        {claims?.map((claim) => (
          <ClaimNotice key={claim.id} claim={claim} community={community} userId={user.id} />
        ))}
        {community.status === 'pending' && (
          <p className={`text-sm ${besideImage}`}>
            {getsEmails ? "In review. We'll email you." : 'In review.'}
          </p>
        )}
        <RefusalNotice community={community} />
        {community.status === 'rejected' && (
          <Notice
            tone="danger"
            title="Rejection reason"
            action={
              <SmallButton
                aria-label={`Edit and resubmit: ${isolate(community.name)}`}
                onClick={onEdit}
              >
                Edit and resubmit
              </SmallButton>
            }
          >
            <p dir="auto">{community.rejection_reason || 'No reason was given.'}</p>
          </Notice>
        )}
        {hidden.length > 0 && (
          <Notice tone="danger">
            {hidden.map(({ kind, reason }) => (
              <p key={kind}>
                <span className="font-semibold">Hidden: </span>
                <span dir="auto">{reason}</span>
              </p>
            ))}
            <p>
              {`Visitors can't see or join this community.${isSuspended ? '' : ' You can still edit it.'}`}
            </p>
          </Notice>
        )}
        <Appeal community={community} getsEmails={getsEmails} isOwner={Boolean(onDelete)} />
        {isLinkDead(community) && <DeadLinkNotice community={community} onEdit={onEdit} />}
        {isApproved && <OwnLinkCheck userId={user.id} community={community} />}
        <StillActive community={community} getsEmails={getsEmails} onDelete={onDelete} />
        {isApproved && isPaused && <PausedNotice community={community} />}
      </fieldset>
      <ProveOwnership
        community={community}
        isOwner={Boolean(onDelete)}
        isDisabled={isSuspended}
        className={besideImage}
      >
        {isListed(community) && isOwnerSuspended === false && <PublicView community={community} />}
      </ProveOwnership>
      {community.held_changes && (
        <fieldset disabled={isSuspended} className="min-w-0">
          <HeldChanges community={community} />
        </fieldset>
      )}
    </li>
  )
}

type StatusProps = Pick<Props, 'community' | 'isOwnerSuspended'> & { isOwner: boolean }

function RowStatus({ community, isOwner, isOwnerSuspended }: StatusProps) {
  if (isOwnerSuspended && community.status === 'approved') {
    return (
      <Badge tone="red" canWrap>
        {`Not listed: ${isOwner ? 'your' : "the owner's"} account is suspended`}
      </Badge>
    )
  }
  // Until a new link is approved, or a later check finds this one live.
  if (isLinkDead(community) && !isOutOfDirectory(community, 'dead_link')) {
    return (
      <Badge tone="red" canWrap>
        Hidden: the invite link no longer works
      </Badge>
    )
  }
  return <StatusBadge community={community} />
}
