import { BadgeCheck } from 'lucide-react'
import { Badge } from '../../ui/Badge.tsx'
import { formatDate } from '../../ui/format.ts'
import { type Blocked, hasBlock, hiddenBlocks, isOwnerSuspended, type Owned } from './blocks.ts'
import type { Community } from './fields.ts'
import { statusLabels, statusTones } from './vocabulary.ts'

type Props = { community: Pick<Community, 'status'> & Blocked & Owned }

/**
 * The status of a community. 'Hidden', 'Paused', 'Asleep' and 'Owner suspended' replace 'Approved', because visitors do not
 * see the community.
 */
export function StatusBadge({ community }: Props) {
  const { status } = community
  const isHidden = hiddenBlocks(community).length > 0
  const isPaused = hasBlock(community, 'paused')
  const isAsleep = hasBlock(community, 'asleep')
  if (status === 'approved' && (isHidden || isPaused || isAsleep || isOwnerSuspended(community))) {
    return (
      <>
        <OwnerSuspendedBadge community={community} />
        {isHidden && <Badge tone="red">Hidden</Badge>}
        {isPaused && <Badge>Paused</Badge>}
        {isAsleep && <Badge>Asleep</Badge>}
      </>
    )
  }
  return (
    <>
      <Badge tone={statusTones[status]}>{statusLabels[status]}</Badge>
      <OwnerSuspendedBadge community={community} />
    </>
  )
}

export const OwnerSuspendedBadge = ({ community }: { community: Owned }) =>
  isOwnerSuspended(community) && (
    // In one line, it would widen the table beyond a small laptop.
    <Badge tone="red" canWrap>
      Owner suspended
    </Badge>
  )

type VerifiedProps = { community: Pick<Community, 'verified_at' | 'name_changed_at'> }

/** Since when the owner has proved the current link; nothing if they have not, or if no admin has reviewed the name. */
export function VerifiedBadge({ community: { verified_at, name_changed_at } }: VerifiedProps) {
  if (!verified_at || name_changed_at) return null
  return (
    <Badge tone="green">
      <BadgeCheck aria-hidden="true" className="size-3.5 shrink-0" />
      <span>Verified</span>
      {/* Most phones have no room for it on the profile. */}
      <span className="font-normal max-[26rem]:hidden">{`since ${formatDate(verified_at)}`}</span>
    </Badge>
  )
}
