import { ListingPicture } from '../../../communities/ListingPicture.tsx'
import { countryOf } from '../../../communities/vocabulary.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { StatusBadge } from '../../../communities/StatusBadge.tsx'
import type { AdminCommunity } from './community-queries.ts'

type Props = { listing: AdminCommunity }

export function CommunityCell({ listing }: Props) {
  return (
    <div className="flex items-center gap-3">
      <ListingPicture isThumbnail src={listing.image_url} className="h-12 w-[4.5rem]" />
      <div className="min-w-0">
        <p className="line-clamp-2 font-semibold break-words">{listing.name}</p>
        <p className="text-ink-soft">
          {listing.location}
          <span className="max-xl:hidden">, {countryOf[listing.location]}</span>
        </p>
      </div>
    </div>
  )
}

export function OwnerCell({ listing: { owner } }: Props) {
  return (
    <>
      <p className="line-clamp-2 break-words">{owner.name}</p>
      <p className="break-all text-ink-soft">{owner.email}</p>
    </>
  )
}

export function StatusCell({ listing }: Props) {
  return (
    <span className="flex flex-wrap gap-1">
      <StatusBadge status={listing.status} />
      {listing.held_changes && <Badge tone="yellow">Changes</Badge>}
    </span>
  )
}
