import { useEffect, useRef, useState } from 'react'
import { NavigationType, useNavigationType } from 'react-router-dom'
import { brand } from '../../brand.ts'
import { PageMeta } from '../../frame/PageMeta.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { ErrorState, Notice, StaleNotice } from '../../ui/Feedback.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { useHydrated } from '../../lib/useHydrated.ts'
import { CommunityGrid, LoadingGrid } from './CommunityGrid.tsx'
import { ActiveFilters, DirectoryFilters, SortField } from './DirectoryFilters.tsx'
import {
  countOf,
  type DirectoryCounts,
  type DirectoryList,
  pageSize,
  readList,
  searchedFor,
  useCounts,
  useList,
} from './directory-queries.ts'
import { addressOf, type DirectoryView, useDirectoryView } from './directory-view.ts'
import { NothingFound } from './NothingFound.tsx'

/** Every community that visitors may see, narrowed by what is in the address. */
export function CommunityList({ view }: { view: DirectoryView }) {
  const { q, place, category, join, sort } = view
  const { search } = useDirectoryView()
  const filter = { q, place, category, join }
  const { data: counts } = useCounts(filter)
  const isHydrated = useHydrated()
  const results = useShownFromTop(addressOf({ place, category, join, sort }))
  const title = place ? `Communities in ${place}` : 'Communities'

  return (
    <div
      // While the build's first page stands in for what the address asks for, src/index.css hides it.
      data-first-page={isHydrated ? undefined : ''}
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
        <SearchField label="Search name, place or activity" value={q} onSearch={search} />
      </div>
      <div className="mt-6 grid gap-x-10 gap-y-4 lg:grid-cols-[12.5rem_minmax(0,1fr)]">
        <DirectoryFilters view={view} counts={counts} />
        <section ref={results} aria-labelledby="results" className="min-w-0 scroll-mt-4 space-y-4">
          <h2 id="results" className="sr-only">
            Results
          </h2>
          <div className="flex min-h-10 flex-wrap items-center justify-between gap-3">
            <Total counts={counts} />
            <div className="max-lg:hidden">
              <SortField sort={sort} />
            </div>
          </div>
          <CorrectedSearch typed={q} counts={counts} />
          <ActiveFilters view={view} />
          <Results view={view} counts={counts} />
        </section>
      </div>
    </div>
  )
}

/** A list that is chosen from far below the beginning of the one before is shown from its own beginning. */
function useShownFromTop(list: string) {
  const results = useRef<HTMLElement>(null)
  const isChosen = useNavigationType() === NavigationType.Push
  const shown = useRef(list)
  useEffect(() => {
    if (shown.current === list) return
    shown.current = list
    const { current } = results
    if (isChosen && current && current.getBoundingClientRect().top < 0) {
      current.scrollIntoView({ behavior: 'instant' })
    }
  }, [list, isChosen])
  return results
}

/** Said to a screen reader whenever it changes. */
function Total({ counts }: { counts: DirectoryCounts | undefined }) {
  const total = counts && countOf(counts, 'total')
  return (
    <p role="status" className="text-ink-soft tabular-nums">
      {total && `${total.text} ${total.noun}`}
    </p>
  )
}

/** Tells that the list shows the results of other words than the visitor typed. */
function CorrectedSearch({
  typed,
  counts,
}: {
  typed: string
  counts: DirectoryCounts | undefined
}) {
  const corrected = searchedFor(counts)
  return (
    <p role="status" className={corrected ? 'text-ink' : 'sr-only'}>
      {corrected && `No results for “${typed}”. Showing results for “${corrected}”.`}
    </p>
  )
}

function Results({ view, counts }: { view: DirectoryView; counts: DirectoryCounts | undefined }) {
  const { q, place, category, join, sort } = view
  const input = { filter: { q, place, category, join }, sort, pageSize }
  const list = useList(input)
  const cards = useRef<HTMLDivElement>(null)
  const firstOfNext = useRef<number | null>(null)
  const length = list.data?.communities.length

  // Further cards begin where the button was, so the focus goes on with the first of them.
  useEffect(() => {
    const { current: first } = firstOfNext
    if (first === null || length === undefined || length <= first) return
    cards.current?.querySelectorAll<HTMLElement>('article a')[first]?.focus({ preventScroll: true })
    firstOfNext.current = null
  }, [length])

  if (!list.data) {
    if (!list.isError) return <LoadingGrid cards={9} columns={3} />
    return (
      <ErrorState title={failure} onRetry={list.refetch} busy={list.isFetching}>
        Check your connection, or try again in a moment.
      </ErrorState>
    )
  }
  const { communities, hasMore } = list.data
  const isOutdated = list.isPrevious && list.isError
  return (
    <div ref={cards} aria-busy={list.isFetching && list.isPrevious}>
      {isOutdated ? (
        <Notice
          tone="warning"
          title={failure}
          className="mb-4"
          action={<RetryButton onRetry={list.refetch} busy={list.isFetching} />}
        >
          Showing your previous results.
        </Notice>
      ) : (
        <StaleNotice query={list} />
      )}
      {/* The answer to the question before stays until the next one comes. */}
      <div className={cx('transition-opacity', list.isPrevious && 'opacity-60')}>
        {communities.length > 0 ? (
          <CommunityGrid communities={communities} label="Communities" columns={3} isAtTop />
        ) : (
          <NothingFound view={view} counts={counts} />
        )}
      </div>
      {hasMore && !list.isPrevious && (
        <ShowMore
          // A button for each list: what it loads must not be added to another.
          key={JSON.stringify(input)}
          read={(signal) => readList(input, signal, communities.at(-1))}
          onRead={(next) => {
            firstOfNext.current = communities.length
            list.replace({
              communities: [...communities, ...next.communities],
              hasMore: next.hasMore,
            })
          }}
        />
      )}
    </div>
  )
}

const failure = 'The communities could not be loaded'

function RetryButton({ onRetry, busy }: { onRetry: () => void; busy: boolean }) {
  return (
    <Button variant="secondary" size="sm" busy={busy} onClick={onRetry}>
      Try again
    </Button>
  )
}

type ShowMoreProps = {
  read: (signal: AbortSignal) => Promise<DirectoryList>
  onRead: (next: DirectoryList) => void
}

/** Adds the next page to the list. What fails is said beside the button, which tries again. */
function ShowMore({ read, onRead }: ShowMoreProps) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const reading = useRef<AbortController | null>(null)
  useEffect(() => () => reading.current?.abort(), [])

  const showMore = async () => {
    // Set at once: a double click comes before the next render.
    if (reading.current) return
    const { signal } = (reading.current = new AbortController())
    setState('busy')
    try {
      const next = await read(signal)
      if (!signal.aborted) onRead(next)
      setState('idle')
    } catch {
      setState('failed')
    } finally {
      reading.current = null
    }
  }

  return (
    <div className="mt-8 flex flex-col items-center gap-3">
      {state === 'failed' && (
        <p role="alert" className="text-sm font-medium text-danger-ink">
          The next communities could not be loaded. Check your connection and try again.
        </p>
      )}
      <Button variant="secondary" busy={state === 'busy'} onClick={() => void showMore()}>
        {state === 'failed' ? 'Try again' : 'Show more'}
      </Button>
    </div>
  )
}
