import { memo, Suspense } from 'react'
import { CommunityCard } from '../community/CommunityCard.tsx'
import { SaveButton } from './saved/SaveButton.tsx'
import { useSession } from '../session/useSession.ts'
import { lazyHelper } from '../../ui/lazy.tsx'
import { LoadingText, Skeleton } from '../../ui/Loading.tsx'
import type { ListedCommunity } from './directory-queries.ts'
import { getCommunityPath } from '../community/community-path.ts'
import { getCommunityUrl } from './directory-view.ts'

// Visitors do not load it.
const JoinedMark = lazyHelper(async () => (await import('./join/JoinedMark.tsx')).JoinedMark)

/** Cards per row in a wide window. */
export type Columns = 3 | 4

const gridClass = (columns: Columns) =>
  `grid gap-5 sm:grid-cols-2 ${columns === 4 ? 'lg:grid-cols-4' : 'xl:grid-cols-3'}`

type Props = {
  communities: readonly (ListedCommunity & { distance?: string })[]
  label: string
  columns: Columns
  /** Whether the first row is visible as soon as the page opens. */
  isAtTop?: boolean
}

/** Cards that link to communities. Memoized: its parents render whenever a request starts or ends. */
export const CommunityGrid = memo(function CommunityGrid({
  communities,
  label,
  columns,
  isAtTop = false,
}: Props) {
  const { user } = useSession()
  return (
    <ul aria-label={label} className={gridClass(columns)}>
      {communities.map((community, index) => (
        // Keyed by position: refreshing replaces cards in place instead of moving them.
        <li key={index} className="min-w-0">
          <CommunityCard
            community={{ ...community, description: community.summary }}
            distance={community.distance}
            link={{ href: getCommunityPath(community.id), to: getCommunityUrl(community) }}
            mark={
              user && (
                <Suspense fallback={null}>
                  <JoinedMark user={user} id={community.id} />
                </Suspense>
              )
            }
            action={<SaveButton isIconOnly community={community} />}
            isInFirstRow={isAtTop && index < columns}
          />
        </li>
      ))}
    </ul>
  )
})

/** Placeholders as tall as the cards. */
export function LoadingGrid({ cards, columns }: { cards: number; columns: Columns }) {
  return (
    <div className="noscript:hidden">
      <LoadingText />
      <div aria-hidden="true" className={gridClass(columns)}>
        {Array.from({ length: cards }, (_, index) => (
          <div
            key={index}
            className="overflow-hidden rounded-2xl border border-line bg-surface shadow-card"
          >
            <Skeleton className="aspect-3/2 rounded-none!" />
            <div className="space-y-3 p-4">
              <Skeleton className="h-5 w-3/4" />
              <Skeleton className="h-4 w-1/2" />
              <Skeleton className="h-10" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
