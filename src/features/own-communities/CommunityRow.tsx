import { Eye, Pencil, Share2, Trash2, Users } from 'lucide-react'
import { Suspense } from 'react'
import { isolate } from '../../lib/isolate.ts'
import { hasBlock, hiddenBlocks, isLinkDead, isOutOfDirectory } from '../community/blocks.ts'
import type { ReceivedClaim } from '../ownership/claims.ts'
import { CommunityImage } from '../community/CommunityImage.tsx'
import { withHeldChanges } from '../community/fields.ts'
import { preloadEditCommunity } from '../listing/EditCommunity.tsx'
import { StatusBadge } from '../community/StatusBadge.tsx'
import { VerifiedBadge } from '../community/VerifiedBadge.tsx'
import { lazyPart } from '../../ui/lazy.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { GhostButton, SmallButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import type { SessionUser } from '../session/useSession.ts'
import { Appeal } from '../moderation/appeals/Appeal.tsx'
import { CommunityJoins } from './CommunityJoins.tsx'
import { Ownership } from '../ownership/Ownership.tsx'
import { isListed, isNewLinkInReview, type OwnCommunity } from '../community/own-communities.ts'
import { OwnLinkCheck } from '../ownership/OwnLinkCheck.tsx'
import { PauseButton, PausedNotice } from './PauseCommunity.tsx'
import { PeopleButton } from '../ownership/people/PeopleButton.tsx'
import { StillActive } from './StillActive.tsx'
import { WithdrawChanges } from './WithdrawChanges.tsx'
import { formatCountOf } from '../../ui/format.ts'

// Claims are rare.
const ClaimNotice = lazyPart(async () => (await import('../ownership/ClaimNotice.tsx')).ClaimNotice)

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
  onShare: () => void
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
  onShare,
}: Props) {
  const { name, image_url, member_count } = withHeldChanges(community)
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
            <PeopleButton user={user} community={community} />
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
          <Suspense key={claim.id}>
            <ClaimNotice claim={claim} community={community} userId={user.id} />
          </Suspense>
        ))}
        {community.status === 'pending' && (
          <p className={`text-sm ${besideImage}`}>
            {getsEmails ? "In review. We'll email you." : 'In review.'}
          </p>
        )}
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
      <Ownership
        community={community}
        isOwner={Boolean(onDelete)}
        isDisabled={isSuspended}
        className={besideImage}
      >
        {isListed(community) && isOwnerSuspended === false && (
          <>
            <CommunityJoins community={community} />
            <LinkButton
              to={`/communities?community=${community.id}`}
              icon={Eye}
              aria-label={`Public view of ${isolate(community.name)}`}
            >
              Public view
            </LinkButton>
            <SmallButton
              icon={Share2}
              aria-label={`Share ${isolate(community.name)}`}
              onClick={onShare}
            >
              Share
            </SmallButton>
          </>
        )}
      </Ownership>
      {community.held_changes && (
        <fieldset disabled={isSuspended} className="min-w-0">
          <WithdrawChanges community={community} />
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

function DeadLinkNotice({ community, onEdit }: Pick<Props, 'community' | 'onEdit'>) {
  const title = 'Your invite link no longer works'
  if (isNewLinkInReview(community)) {
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
      action={
        <SmallButton aria-label={`Change the link: ${isolate(community.name)}`} onClick={onEdit}>
          Change the link
        </SmallButton>
      }
    >
      Visitors can't see this community until it has a working link. You can get a new one in
      WhatsApp, in the group's info under 'Invite via link'.
    </Notice>
  )
}
