import { CommunityImage } from '../../../communities/CommunityImage.tsx'
import { countryOf } from '../../../communities/vocabulary.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { StatusBadge } from '../../../communities/StatusBadge.tsx'
import type { AdminCommunity } from './community-queries.ts'

type Props = { community: AdminCommunity }

export function CommunityCell({ community }: Props) {
  return (
    <div className="flex items-center gap-3">
      <CommunityImage isThumbnail src={community.image_url} className="h-12 w-[4.5rem]" />
      <div className="min-w-0">
        <p className="line-clamp-2 font-semibold break-words">{community.name}</p>
        <p className="text-ink-soft">
          {community.location}
          <span className="max-xl:hidden">, {countryOf[community.location]}</span>
        </p>
      </div>
    </div>
  )
}

export function OwnerCell({ community: { owner } }: Props) {
  return (
    <>
      <p className="line-clamp-2 break-words">{owner.name}</p>
      <p className="break-all text-ink-soft">{owner.email}</p>
    </>
  )
}

export function StatusCell({ community }: Props) {
  return (
    <span className="flex flex-wrap gap-1">
      <StatusBadge status={community.status} />
      {community.held_changes && <Badge tone="yellow">Changes</Badge>}
    </span>
  )
}
