import { Suspense, useEffect, useRef } from 'react'
import type { Coordinates } from '../../lib/distance.ts'
import { useIsRecovering } from '../../lib/useIsOffline.ts'
import { useLastDefined } from '../../lib/useLastDefined.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { ErrorState, Notice, RetryButton, StaleNotice } from '../../ui/Feedback.tsx'
import { lazyPart } from '../../ui/lazy.tsx'
import { CommunityGrid, LoadingGrid } from './CommunityGrid.tsx'
import {
  type DirectoryCounts,
  type ListedCommunity,
  useCommunityList,
} from './directory-queries.ts'
import { type DirectoryView, getViewUrl, pageSize, sortOf } from './directory-view.ts'
import { useNearList } from './near/near-list.ts'
import type { NearCommunity } from './near/read-near-page.ts'
import { describeList, useStructuredData } from './structured-data.ts'

// Loaded on demand: most lists have communities.
const NothingFound = lazyPart(async () => (await import('./NothingFound.tsx')).NothingFound)

type Props = {
  view: DirectoryView
  counts: DirectoryCounts | undefined
  /** Lists the closest communities first. */
  position: Coordinates | null
}

/** The cards. While the next list loads, or if that fails, the previous one stays visible. */
export function CommunityResults({ view, counts, position }: Props) {
  const everywhere = useCommunityList(
    { filter: view, sort: sortOf(view), pageSize },
    { enabled: !position },
  )
  const near = useNearList(view, position)
  const list = position ? near : everywhere
  const communities = useLastDefined<readonly (ListedCommunity | NearCommunity)[]>(list.data)
  useStructuredData(communities && describeList(communities))
  const isPrevious = list.data === undefined
  const isOffline = useIsRecovering()

  if (!communities) {
    if (!list.isError) return <LoadingGrid cards={9} columns={3} />
    return <ErrorState title={failure} query={list} hasAdvice />
  }
  return (
    <div aria-busy={list.isFetching && isPrevious}>
      {isPrevious && list.isError && (
        <Notice
          tone={isOffline ? 'info' : 'warning'}
          title={isOffline ? undefined : failure}
          className="mb-4"
          action={<RetryButton query={list} />}
        >
          Showing your previous results.
        </Notice>
      )}
      <StaleNotice query={list} />
      <div className={cx('transition-opacity', isPrevious && 'opacity-60')}>
        {communities.length > 0 ? (
          <CommunityGrid communities={communities} label="Communities" columns={3} isAtTop />
        ) : (
          <Suspense fallback={<LoadingGrid cards={3} columns={3} />}>
            <NothingFound view={view} counts={counts} />
          </Suspense>
        )}
      </div>
      <ShowMore key={getViewUrl(view)} list={list} />
    </div>
  )
}

const failure = "Couldn't load the communities"

/** Adds the next page and moves the focus to its first card, because the button may disappear. */
function ShowMore({ list }: { list: ReturnType<typeof useCommunityList | typeof useNearList> }) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError: hasFailed } = list
  const count = list.data?.length ?? 0
  const firstNew = useRef(Infinity)

  useEffect(() => {
    if (count <= firstNew.current) return
    const cards = document.querySelectorAll<HTMLElement>('main article a')
    cards[firstNew.current]?.focus({ preventScroll: true })
    firstNew.current = Infinity
  }, [count])

  if (!hasNextPage) return null
  return (
    <div className="mt-8 flex flex-col items-center gap-3">
      {hasFailed && (
        <p role="alert" className="text-sm font-medium text-danger-ink">
          Couldn't load more communities. Check your connection and try again.
        </p>
      )}
      <Button
        variant="secondary"
        isPending={isFetchingNextPage}
        onClick={() => {
          firstNew.current = count
          void list.fetchNextPage()
        }}
      >
        {hasFailed ? 'Try again' : 'Show more'}
      </Button>
    </div>
  )
}
