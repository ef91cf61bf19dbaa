import { Pencil, Trash2, Users } from 'lucide-react'
import { CommunityImage } from '../../communities/CommunityImage.tsx'
import { StatusBadge } from '../../communities/StatusBadge.tsx'
import type { Community } from '../../communities/fields.ts'
import { ownVersion } from '../../communities/versions.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { CommunityJoins } from './CommunityJoins.tsx'
import { WithdrawChanges } from './WithdrawChanges.tsx'
import { formatCount } from '../../ui/format-count.ts'

type Props = {
  community: Community
  onEdit: () => void
  onDelete: () => void
}

/** One of the owner's own communities, in its newest version. */
export function CommunityRow({ community, onEdit, onDelete }: Props) {
  const { name, image_url } = ownVersion(community)

  return (
    <li className="space-y-3 py-4">
      <div className="flex items-center gap-3 sm:gap-4">
        <CommunityImage isThumbnail src={image_url} className="size-16 sm:h-[4.5rem] sm:w-28" />
        <div className="min-w-0 flex-1 space-y-1">
          <h3 className="line-clamp-2 font-semibold break-words">{name}</h3>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
            <StatusBadge status={community.status} />
            <span className="inline-flex items-center gap-1.5">
              <Users aria-hidden="true" className="size-4" />
              {formatCount(community.member_count)}{' '}
              {community.member_count === 1 ? 'member' : 'members'}
            </span>
            <span className="max-sm:hidden">{community.location}</span>
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
      {community.status === 'rejected' && (
        <Notice
          tone="danger"
          title="Not approved"
          action={
            <Button variant="secondary" size="sm" onClick={onEdit}>
              Edit and resubmit
            </Button>
          }
        >
          {community.rejection_reason || 'No reason was given.'}
        </Notice>
      )}
      {import.meta.env.VITE_DIRECTORY === 'live' && community.status === 'approved' && (
        <CommunityJoins community={community} />
      )}
      {community.held_changes && <WithdrawChanges community={community} />}
    </li>
  )
}
