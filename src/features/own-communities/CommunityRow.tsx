import { BadgeCheck, Pencil, Share2 } from 'lucide-react'
import { useState } from 'react'
import { isolate } from '../../lib/isolate.ts'
import { Badge } from '../../ui/Badge.tsx'
import { SmallButton } from '../../ui/Button.tsx'
import { formatCountOf } from '../../ui/format.ts'
import { CommunityImage } from '../community/CommunityImage.tsx'
import { withHeldChanges } from '../community/fields.ts'
import { isListed, type OwnCommunity } from '../community/own-community-queries.ts'
import { preloadEditCommunity } from '../listing/EditCommunity.tsx'
import type { ReceivedClaim } from '../ownership/claims/claims.ts'
import type { SessionUser } from '../session/useSession.ts'
import { type RowDialog, RowDialogs } from './RowDialogs.tsx'
import { RowMenu } from './RowMenu.tsx'
import { RowNotice } from './RowNotice.tsx'
import { describeStatus } from './row-notice.ts'

type Props = {
  user: SessionUser
  community: OwnCommunity
  claims: readonly ReceivedClaim[]
  /** In the last 30 days. */
  joins: number
  getsEmails: boolean
  /** Whether the user is suspended, and can change nothing. */
  isSuspended: boolean
  /** Whether the owner is: the directory then leaves out the community. Undefined until it is known. */
  isOwnerSuspended: boolean | undefined
  onEdit: () => void
  /** Undefined for a co-owner. */
  onDelete: (() => void) | undefined
}

/** One of the user's communities, in its latest version. */
export function CommunityRow(props: Props) {
  const { user, community, claims, joins, isSuspended, isOwnerSuspended, onEdit, onDelete } = props
  const { name, image_url } = withHeldChanges(community)
  const [dialog, setDialog] = useState<RowDialog | null>(null)
  const isShown = isListed(community) && isOwnerSuspended === false

  return (
    // Gets the focus when one of its buttons is removed.
    <li tabIndex={-1} className="flex flex-col gap-2 rounded-lg py-3 sm:gap-3 sm:py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 sm:gap-x-4">
        <CommunityImage isThumbnail src={image_url} className="size-13 sm:h-[4.5rem] sm:w-28" />
        <div className="min-w-0 flex-1 space-y-1">
          <h3 dir="auto" translate="no" className="line-clamp-2 w-fit font-semibold">
            {name}
          </h3>
          <RowFacts {...props} joins={isShown ? joins : 0} isCoOwner={!onDelete} />
        </div>
        <div className="flex gap-2 max-sm:w-full">
          <SmallButton
            icon={Pencil}
            aria-label={`Edit ${isolate(name)}`}
            disabled={isSuspended}
            onPointerDown={preloadEditCommunity}
            onClick={onEdit}
          >
            Edit
          </SmallButton>
          {isShown && (
            <SmallButton
              icon={Share2}
              aria-label={`Share ${isolate(name)}`}
              onClick={() => setDialog('share')}
            >
              Share
            </SmallButton>
          )}
          {/* At the edge, a phone has room for the open menu. */}
          <div className="max-sm:ms-auto">
            <RowMenu
              community={community}
              name={name}
              isShown={isShown}
              isDisabled={isSuspended}
              onOpen={setDialog}
              onDelete={onDelete}
            />
          </div>
        </div>
      </div>
      <fieldset disabled={isSuspended} className="min-w-0 empty:hidden">
        <RowNotice {...props} name={name} isOwner={Boolean(onDelete)} onOpen={setDialog} />
      </fieldset>
      {dialog && (
        <RowDialogs
          dialog={dialog}
          user={user}
          community={community}
          claims={claims}
          onClose={() => setDialog(null)}
        />
      )}
    </li>
  )
}

type FactsProps = Pick<Props, 'community' | 'joins' | 'isOwnerSuspended' | 'getsEmails'> & {
  isCoOwner: boolean
}

/** The status, what visitors read about the community, and what happens next if no notice says it. */
function RowFacts({ community, joins, isCoOwner, isOwnerSuspended, getsEmails }: FactsProps) {
  const { member_count, location, requested_place, verified_at, name_changed_at } =
    withHeldChanges(community)
  const suspended = isCoOwner ? "the owner's" : 'your'
  const status = describeStatus(community, isOwnerSuspended ? suspended : undefined)

  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
        <Badge tone={status.tone} canWrap>
          {status.label}
        </Badge>
        <span>{formatCountOf(member_count, 'member', 'members')}</span>
        {joins > 0 && <span>{`${formatCountOf(joins, 'join', 'joins')} in the last 30 days`}</span>}
        {/* Not while an admin has yet to review the name. */}
        {verified_at && !name_changed_at && (
          <span className="inline-flex items-center gap-1">
            <BadgeCheck aria-hidden="true" className="size-4 shrink-0 text-success-ink" />
            <span>Verified</span>
          </span>
        )}
        {isCoOwner && <span>Co-owner</span>}
        <span dir="auto" className="max-sm:hidden">
          {location ?? requested_place}
        </span>
      </p>
      {community.status === 'pending' && (
        <p className="text-sm">{getsEmails ? "In review. We'll email you." : 'In review.'}</p>
      )}
    </>
  )
}
