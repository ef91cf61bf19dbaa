import { EyeOff, MapPin } from 'lucide-react'
import { Link } from 'react-router-dom'
import { isolate } from '../../../lib/isolate.ts'
import { CommunityImage } from '../../community/CommunityImage.tsx'
import { SaveInAccount } from './SaveInAccount.tsx'
import type { SessionUser } from '../../session/useSession.ts'
import { formatDay } from '../../../ui/format.ts'
import { Skeleton } from '../../../ui/Loading.tsx'
import { StillActiveQuestion, canAnswer } from './StillActiveQuestion.tsx'
import type { ListedCommunity, OwnEntry } from './saved-and-joined.ts'

type Props = {
  user: SessionUser
  entry: OwnEntry
  /** Undefined if visitors no longer see it: its content may be hidden for a reason. */
  community: ListedCommunity | undefined
  isLoading: boolean
}

export function SavedRow({ user, entry, community, isLoading }: Props) {
  const joined = entry.joinedOn && `Joined ${formatDay(entry.joinedOn)}`
  // A row that was not on the previous page has no content yet.
  if (!community && isLoading) {
    return (
      <li className="py-4">
        <Skeleton className="h-14" />
      </li>
    )
  }
  return (
    // Gets the focus when a row is removed.
    <li tabIndex={-1} className="flex items-center gap-3 rounded-lg py-4 sm:gap-4">
      {community ? (
        <CommunityImage
          isThumbnail
          src={community.image_url}
          className="h-11 w-14 sm:h-14 sm:w-20"
        />
      ) : (
        <span className="grid h-11 w-14 sm:h-14 sm:w-20 shrink-0 place-items-center rounded-xl bg-sunken text-ink-soft">
          <EyeOff aria-hidden="true" className="size-5" />
        </span>
      )}
      <div className="min-w-0 flex-1 space-y-1">
        <h3 className="line-clamp-2 font-semibold wrap-anywhere">
          {community ? (
            <Link
              dir="auto"
              to={`/communities?community=${community.id}`}
              translate="no"
              className="rounded-sm text-ink no-underline hover:underline"
            >
              {community.name}
            </Link>
          ) : (
            <span className="text-ink-soft">No longer listed</span>
          )}
        </h3>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
          {community && (
            <span className="inline-flex items-center gap-1">
              <MapPin aria-hidden="true" className="size-4 shrink-0" />
              <span>{`${isolate(community.location)}, ${community.country}`}</span>
            </span>
          )}
          {joined && <span>{joined}</span>}
        </p>
        {community && entry.joinedOn && canAnswer(entry.joinedOn) && (
          <StillActiveQuestion user={user} entry={entry} community={community} />
        )}
      </div>
      {(community || entry.isSaved) && (
        <SaveInAccount
          isIconOnly
          user={user}
          community={{ id: entry.id, name: community?.name ?? 'this community' }}
        />
      )}
    </li>
  )
}
