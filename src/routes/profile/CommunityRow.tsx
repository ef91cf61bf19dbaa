import { Pencil, Trash2, Users } from 'lucide-react'
import { ListingPicture } from '../../communities/ListingPicture.tsx'
import { StatusBadge } from '../../communities/StatusBadge.tsx'
import { type Listing, ownVersion } from '../../communities/listing.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { WithdrawChanges } from './WithdrawChanges.tsx'

type Props = {
  listing: Listing
  onEdit: () => void
  onDelete: () => void
}

/** One of the owner's own listings, in its newest version. */
export function CommunityRow({ listing, onEdit, onDelete }: Props) {
  const { name, image_url } = ownVersion(listing)

  return (
    <li className="space-y-3 py-4">
      <div className="flex items-center gap-3 sm:gap-4">
        <ListingPicture isThumbnail src={image_url} className="size-16 sm:h-[4.5rem] sm:w-28" />
        <div className="min-w-0 flex-1 space-y-1">
          <h3 className="line-clamp-2 font-semibold break-words">{name}</h3>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
            <StatusBadge status={listing.status} />
            <span className="inline-flex items-center gap-1.5">
              <Users aria-hidden="true" className="size-4" />
              {listing.member_count.toLocaleString('en')}{' '}
              {listing.member_count === 1 ? 'member' : 'members'}
            </span>
            <span className="max-sm:hidden">{listing.location}</span>
          </p>
        </div>
        <div className="flex gap-1 max-sm:flex-col">
          <Button
            variant="ghost"
            size="sm"
            icon={Pencil}
            aria-label={`Edit ${name}`}
            onClick={onEdit}
          />
          <Button
            variant="ghost"
            size="sm"
            icon={Trash2}
            aria-label={`Delete ${name}`}
            onClick={onDelete}
          />
        </div>
      </div>
      {listing.status === 'rejected' && (
        <Notice
          tone="danger"
          title="Not approved"
          action={
            <Button variant="secondary" size="sm" onClick={onEdit}>
              Edit and resubmit
            </Button>
          }
        >
          {listing.rejection_reason || 'No reason was given.'}
        </Notice>
      )}
      {listing.held_changes && <WithdrawChanges listing={listing} />}
    </li>
  )
}
