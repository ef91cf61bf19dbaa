import { DoorOpen, MapPin, UserCheck, Users } from 'lucide-react'
import { cx } from '../ui/cx.ts'
import type { Community } from './fields.ts'
import { CommunityImage } from './CommunityImage.tsx'
import { countryOf, joinTypeLabels } from './vocabulary.ts'
import { formatCount } from '../ui/format-count.ts'

type Props = {
  /** A missing value is one that was not given yet; a stand-in shows where it will be. */
  community: Partial<
    Pick<
      Community,
      'name' | 'description' | 'location' | 'category' | 'member_count' | 'join_type' | 'image_url'
    >
  >
}

/** A community as visitors of the directory see it. */
export function CommunityCard({ community }: Props) {
  const { name, description, location, category, member_count = 0, image_url } = community
  const JoinIcon = community.join_type === 'request' ? UserCheck : DoorOpen

  return (
    <article className="overflow-hidden rounded-2xl border border-line bg-surface shadow-card">
      <div className="relative aspect-3/2 bg-sunken">
        <CommunityImage src={image_url || '/placeholder.svg'} className="size-full rounded-none!" />
        {category && (
          <span className="absolute top-3 left-3 rounded-full bg-surface/95 px-2.5 py-0.5 text-xs font-semibold">
            {category}
          </span>
        )}
      </div>
      <div className="space-y-2 p-4">
        <h3 className={cx('line-clamp-2 text-lg font-semibold break-words', !name && standIn)}>
          {name || 'Name of your community'}
        </h3>
        <p className="flex flex-wrap gap-x-3 gap-y-1 text-sm text-ink-soft">
          <span className="inline-flex items-center gap-1">
            <MapPin aria-hidden="true" className="size-4" />
            {location ? `${location}, ${countryOf[location]}` : 'Where it is'}
          </span>
          <span className="inline-flex items-center gap-1">
            <Users aria-hidden="true" className="size-4" />
            {formatCount(member_count)} {member_count === 1 ? 'member' : 'members'}
          </span>
        </p>
        <p
          className={cx(
            'line-clamp-4 text-sm break-words whitespace-pre-line',
            !description && standIn,
          )}
        >
          {description || 'What people do in it, and who it is for.'}
        </p>
        <p className="inline-flex items-center gap-1.5 pt-1 text-sm font-semibold text-accent-ink">
          <JoinIcon aria-hidden="true" className="size-4" />
          {joinTypeLabels[community.join_type ?? 'open']}
        </p>
      </div>
    </article>
  )
}

const standIn = 'text-ink-soft italic'
