import { CommunityImage } from '../../../communities/CommunityImage.tsx'
import { ownVersion } from '../../../communities/versions.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { cx } from '../../../ui/cx.ts'
import { formatDate } from '../../../ui/format-date.ts'
import { Spinner } from '../../../ui/Loading.tsx'
import type { WaitingCommunity } from './queue-queries.ts'
import { kindLabels, kindOf, waitingSince } from './verdicts.ts'

type Props = {
  rows: readonly WaitingCommunity[]
  currentId: string | undefined
  selected: ReadonlySet<string>
  isUnderWay: (row: WaitingCommunity) => boolean
  onOpen: (row: WaitingCommunity) => void
  onSelect: (row: WaitingCommunity) => void
}

/** What waits, in order, to choose one from or to select many. */
export function QueueList({ rows, currentId, selected, isUnderWay, onOpen, onSelect }: Props) {
  return (
    <ol aria-label="Waiting for review" className="divide-y divide-line">
      {rows.map((row) => {
        const { name, image_url } = ownVersion(row)
        const isCurrent = row.id === currentId
        return (
          <li
            key={row.id}
            aria-current={isCurrent || undefined}
            className={cx(
              'relative flex items-center gap-3 px-3 py-2.5',
              isCurrent && 'bg-accent-soft lg:rounded-lg',
              isUnderWay(row) && 'opacity-55',
            )}
          >
            <input
              type="checkbox"
              aria-label={`Select ${name}`}
              className="size-5 shrink-0 accent-accent"
              checked={selected.has(row.id)}
              disabled={isUnderWay(row)}
              onChange={() => onSelect(row)}
            />
            <button
              type="button"
              className="flex min-w-0 flex-1 items-center gap-3 rounded-lg text-left"
              onClick={() => onOpen(row)}
            >
              <CommunityImage isThumbnail src={image_url} className="h-11 w-16" />
              <span className="min-w-0 flex-1 space-y-0.5">
                <span className="line-clamp-1 font-semibold break-all">{name}</span>
                <span className="flex items-center gap-2 text-sm text-ink-soft">
                  <Badge tone={kindOf(row) === 'new' ? 'neutral' : 'yellow'}>
                    {kindLabels[kindOf(row)]}
                  </Badge>
                  <span className="truncate">
                    {row.location}, {formatDate(waitingSince(row))}
                  </span>
                </span>
              </span>
            </button>
            {isUnderWay(row) && <Spinner className="size-4 shrink-0" />}
          </li>
        )
      })}
    </ol>
  )
}
