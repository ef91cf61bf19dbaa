import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { describeAction, describeActor } from '../../log/history.ts'
import { historyOf } from '../../log/history-queries.ts'
import { communityDetails, isRenamed, isWaiting, type QueuedCommunity } from './queue.ts'

/** What has happened to a community since the reviewer opened it. */
type OpenChange = {
  /** Whether it still waits for a decision, about another version. */
  isWaiting: boolean
  /** For example 'Approved by Nadia'. Null until it is known. */
  title: string | null
}

type List = { rows: readonly QueuedCommunity[]; isLoaded: boolean }

/**
 * Compares the version of a community that the reviewer has opened with the latest one.
 *
 * @returns `shown`, the opened version; `latest`, if it still waits; and `change`, null while nothing has changed
 */
export function useOpenVersion(seen: QueuedCommunity | null, { rows, isLoaded }: List) {
  const id = seen?.id ?? ''
  const listed = rows.find((row) => row.id === id)
  const hasLeft = isLoaded && seen !== null && !listed
  // It may be outside the filter or further down, or no longer wait for a decision.
  const found = useQuery({ ...communityDetails(id), enabled: hasLeft })
  const latest = listed ?? (hasLeft ? found.data : undefined)
  const isSame = Boolean(seen && latest && versionOf(latest) === versionOf(seen))
  const hasChanged = isLoaded && seen !== null && !isSame
  const log = useInfiniteQuery({ ...historyOf({ id }), enabled: hasChanged })
  if (!seen || !hasChanged) return { shown: (isSame && latest) || seen, latest, change: null }

  const entry = log.data?.pages[0]?.[0]
  const isNew = entry && Date.parse(entry.at) > lastEvent(seen)
  const stillWaits = Boolean(latest && isWaiting(latest))
  const isChecking = log.isFetching || (hasLeft && found.isFetching)
  const title = isNew
    ? `${describeAction(entry)} by ${describeActor(entry)}`
    : stillWaits
      ? 'This community has changed since you opened it'
      : isChecking
        ? null
        : log.isError || found.isError
          ? 'Decided by another admin'
          : latest && isRenamed(seen) && !isRenamed(latest)
            ? 'The group has its approved name again'
            : 'No longer waiting for review'
  return {
    shown: seen,
    latest: stillWaits ? latest : undefined,
    change: { isWaiting: stillWaits, title } satisfies OpenChange,
  }
}

/** Returns what a decision is about, to compare. Leaves out what a link check or another profile's name changes. */
const versionOf = ({
  community_links,
  owner: _owner,
  place: _place,
  ...decided
}: QueuedCommunity) =>
  JSON.stringify({ ...decided, renamed_at: community_links?.renamed_at }, (_name, value: unknown) =>
    // The rows of other tables have no fixed order.
    Array.isArray(value) ? value.map((one) => JSON.stringify(one)).toSorted() : value,
  )

/** Returns when the reviewer's version was new, in milliseconds since 1970. */
function lastEvent(community: QueuedCommunity): number {
  const { updated_at, groups_updated_at, community_links, community_reports, appeals } = community
  const sent = [...community_reports, ...appeals].map(({ created_at }) => created_at)
  const times = [updated_at, groups_updated_at, ...sent, community_links?.renamed_at ?? updated_at]
  return Math.max(...times.map((time) => Date.parse(time)))
}
