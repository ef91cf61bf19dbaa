import { Plus, SearchX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, NavigationType, useNavigationType } from 'react-router-dom'
import { brand } from '../../brand.ts'
import { PageMeta } from '../../frame/PageMeta.tsx'
import { useHydrated } from '../../lib/useHydrated.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState, ErrorState, Notice, StaleNotice } from '../../ui/Feedback.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { CommunityGrid, LoadingGrid } from './CommunityGrid.tsx'
import { pageSize } from './directory-arguments.ts'
import { ActiveFilters, DirectoryFilters, SortField } from './DirectoryFilters.tsx'
import {
  countOf,
  type DirectoryCounts,
  getCorrectedSearch,
  useCommunityList,
  useCounts,
} from './directory-queries.ts'
import { type DirectoryView, getViewUrl } from './directory-view.ts'
import { describeList, useStructuredData } from './structured-data.ts'
import { useDirectoryView } from './useDirectoryView.ts'

/** The listed communities that match the search and filters in the URL. */
export function CommunityList({ view }: { view: DirectoryView }) {
  const { q, place, category, join, sort } = view
  const { search } = useDirectoryView()
  const counts = useLastDefined(useCounts({ q, place, category, join }).data)
  const total = counts && countOf(counts, 'total')
  const corrected = getCorrectedSearch(counts)
  const isHydrated = useHydrated()
  const results = useScrollToResults(getViewUrl({ place, category, join, sort }))
  const title = place ? `Communities in ${place}` : 'Communities'

  return (
    <div
      // src/index.css hides the prerendered list if the URL has another query.
      data-prerendered={isHydrated ? undefined : ''}
      className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 sm:py-10"
    >
      <PageMeta
        title={title}
        description={`WhatsApp communities for travellers and digital nomads${place ? ` in ${place}` : ''}: look around on ${brand.name} and join the ones you like.`}
      />
      <h1 tabIndex={-1} className="text-3xl font-semibold tracking-tight sm:text-4xl">
        {title}
      </h1>
      <div className="mt-5 max-w-2xl">
        <SearchField label="Search communities" value={q} onSearch={search} />
      </div>
      <div className="mt-6 grid gap-x-10 gap-y-4 lg:grid-cols-[12.5rem_minmax(0,1fr)]">
        <DirectoryFilters view={view} counts={counts} />
        <section ref={results} aria-labelledby="results" className="min-w-0 scroll-mt-4 space-y-4">
          <h2 id="results" className="sr-only">
            Results
          </h2>
          <div className="flex min-h-10 flex-wrap items-center justify-between gap-3">
            <p role="status" className="text-ink-soft tabular-nums">
              {total && `${total.text} ${total.noun}`}
            </p>
            <div className="max-lg:hidden">
              <SortField sort={sort} />
            </div>
          </div>
          <p role="status" className={corrected ? 'text-ink' : 'sr-only'}>
            {corrected && `No results for “${q}”. Showing results for “${corrected}”.`}
          </p>
          <ActiveFilters view={view} />
          <Results view={view} counts={counts} />
        </section>
      </div>
    </div>
  )
}

/** Scrolls up to the results when a link changes the list while they begin above the window. */
function useScrollToResults(listUrl: string) {
  const results = useRef<HTMLElement>(null)
  const isLink = useNavigationType() === NavigationType.Push
  const shown = useRef(listUrl)
  useEffect(() => {
    if (shown.current === listUrl) return
    shown.current = listUrl
    const { current } = results
    if (isLink && current && current.getBoundingClientRect().top < 0) {
      current.scrollIntoView({ behavior: 'instant' })
    }
  }, [listUrl, isLink])
  return results
}

type ResultsProps = { view: DirectoryView; counts: DirectoryCounts | undefined }

/** The cards. While the next list loads, or if that fails, the previous one stays visible. */
function Results({ view, counts }: ResultsProps) {
  const { q, place, category, join, sort } = view
  const list = useCommunityList({ filter: { q, place, category, join }, sort, pageSize })
  const communities = useLastDefined(list.data)
  useStructuredData(communities && describeList(communities))
  const isPrevious = list.data === undefined
  const retry = { busy: list.isFetching, onRetry: () => void list.refetch() }

  if (!communities) {
    if (!list.isError) return <LoadingGrid cards={9} columns={3} />
    return (
      <ErrorState title={failure} {...retry}>
        Check your connection, or try again in a moment.
      </ErrorState>
    )
  }
  return (
    <div aria-busy={list.isFetching && isPrevious}>
      {isPrevious && list.isError && (
        <Notice
          tone="warning"
          title={failure}
          className="mb-4"
          action={
            <Button variant="secondary" size="sm" busy={retry.busy} onClick={retry.onRetry}>
              Try again
            </Button>
          }
        >
          Showing your previous results.
        </Notice>
      )}
      <StaleNotice query={list} />
      <div className={cx('transition-opacity', isPrevious && 'opacity-60')}>
        {communities.length > 0 ? (
          <CommunityGrid communities={communities} label="Communities" columns={3} isAtTop />
        ) : (
          <NothingFound view={view} counts={counts} />
        )}
      </div>
      <ShowMore key={getViewUrl(view)} list={list} />
    </div>
  )
}

const failure = "Couldn't load the communities"

/** Returns the value, or the last one that was not undefined. */
function useLastDefined<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}

type ShowMoreProps = { list: ReturnType<typeof useCommunityList> }

/** Adds the next page and moves the focus to its first card, because the button may disappear. */
function ShowMore({ list }: ShowMoreProps) {
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
        busy={isFetchingNextPage}
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

/** Suggests removing a filter, with the number of communities that this would show. */
function NothingFound({ view, counts }: ResultsProps) {
  const filters = [
    { label: 'Any place', facet: 'location', change: { place: null } },
    { label: 'Any category', facet: 'category', change: { category: null } },
    { label: 'Any way of joining', facet: 'join_type', change: { join: null } },
  ] as const
  const suggestions = filters.flatMap(({ label, facet, change }) => {
    const url = getViewUrl({ ...view, ...change })
    const count = counts && countOf(counts, facet)
    const isActive = url !== getViewUrl(view)
    return isActive && (count?.number !== 0 || count.isAtLeast) ? { label, url, count } : []
  })

  return (
    <EmptyState
      icon={SearchX}
      {...describeEmptyList(view.q, getCorrectedSearch(counts) === '')}
      action={
        <div className="mt-1 flex flex-wrap justify-center gap-2">
          {suggestions.map(({ label, url, count }) => (
            <Link
              key={label}
              to={url}
              className={buttonClass({ variant: 'secondary', size: 'sm' })}
            >
              {label}
              {count && <span className="text-ink-soft tabular-nums">{count.text}</span>}
            </Link>
          ))}
          {view.q && (
            <Link
              to={getViewUrl({ ...view, q: '' })}
              className={buttonClass({ variant: 'secondary', size: 'sm' })}
            >
              Clear the search
            </Link>
          )}
          <Link to="/?list=new" className={buttonClass({ size: 'sm' })}>
            <Plus aria-hidden="true" className="size-4" />
            List your community
          </Link>
        </div>
      }
    />
  )
}

function describeEmptyList(q: string, hasNoWords: boolean) {
  if (hasNoWords) {
    return {
      title: `There are no words to search for in “${q}”`,
      children: 'Try a place, an activity or a name.',
    }
  }
  if (q) {
    return {
      title: `No communities match “${q}”`,
      children: 'Try fewer or different words: a city, a sport, a language. Small typos are fine.',
    }
  }
  return {
    title: 'No communities here yet',
    children: 'Do you run one, or know someone who does?',
  }
}
