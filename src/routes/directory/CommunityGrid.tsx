import { memo } from 'react'
import { CommunityCard } from '../../communities/CommunityCard.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { addressOfCommunity } from './directory-view.ts'
import type { ListedCommunity } from './directory-queries.ts'

/** Cards in a row of a wide window; a page fills its rows. */
export type Columns = 3 | 4

const gridClass = (columns: Columns) =>
  `grid gap-5 sm:grid-cols-2 ${columns === 4 ? 'lg:grid-cols-4' : 'xl:grid-cols-3'}`

type Props = {
  communities: readonly ListedCommunity[]
  /** Names the list for assistive technology. */
  label: string
  columns: Columns
  /** The first row is on view as soon as the page is. */
  isAtTop?: boolean
}

/**
 * Communities as cards, each a link to its page. Rendered again only for other communities: what stands
 * around it changes each time a request begins or ends.
 */
export const CommunityGrid = memo(function CommunityGrid({
  communities,
  label,
  columns,
  isAtTop = false,
}: Props) {
  return (
    <ul aria-label={label} className={gridClass(columns)}>
      {communities.map((community, index) => (
        // Keyed by its place: a list that is brought up to date changes where it stands, instead of moving.
        <li key={index} className="min-w-0">
          <CommunityCard
            community={{ ...community, description: community.summary }}
            to={addressOfCommunity(community)}
            isInFirstRow={isAtTop && index < columns}
          />
        </li>
      ))}
    </ul>
  )
})

/** Stands in for cards on their way, as tall as they are. */
export function LoadingGrid({ cards, columns }: { cards: number; columns: Columns }) {
  return (
    <div>
      <p role="status" className="sr-only">
        Loading...
      </p>
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
              <Skeleton className="h-16" />
              <Skeleton className="h-4 w-1/3" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
