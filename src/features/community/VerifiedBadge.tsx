import { BadgeCheck } from 'lucide-react'
import { Badge } from '../../ui/Badge.tsx'
import { formatDate } from '../../ui/format.ts'
import type { Community } from './fields.ts'

type Props = { community: Pick<Community, 'verified_at' | 'name_changed_at'> }

/** Since when the owner has proved the current link; nothing if they have not, or if no admin has reviewed the name. */
export function VerifiedBadge({ community: { verified_at, name_changed_at } }: Props) {
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
