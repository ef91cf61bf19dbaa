import { useQuery } from '@tanstack/react-query'
import { MapPin, MapPinOff } from 'lucide-react'
import { Suspense, useDeferredValue, useEffect, useRef } from 'react'
import { Link, NavigationType, useNavigationType } from 'react-router-dom'
import { isolate } from '../../lib/isolate.ts'
import { brand } from '../../app/brand.ts'
import { browserLanguages, ownLanguageName } from '../community/languages.ts'
import { PageMeta } from '../../app/PageMeta.tsx'
import { isBuild } from '../../lib/prerendered.ts'
import { useLastDefined } from '../../lib/useLastDefined.ts'
import { cx } from '../../ui/cx.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazy.tsx'
import { SkipLink } from '../../ui/SkipLink.tsx'
import {
  countOf,
  countsQuery,
  describeCommunities,
  type DirectoryCounts,
  getPlaceNames,
  isOne,
} from './directory-queries.ts'
import { CommunityResults } from './CommunityResults.tsx'
import { DirectorySearch } from './DirectorySearch.tsx'
import {
  FilterButton,
  FilterSidebar,
  rowButton,
  rowIcon,
  rowName,
  SortField,
} from './DirectoryFilters.tsx'
import { type DirectoryView, getViewUrl, listActiveFilters } from './directory-view.ts'
import { getFeedPath } from './feeds.ts'
import { useNearMe, useNearSummary } from './near/near-list.ts'

// Loaded on demand: with them, the list would exceed its size budget.
const DirectoryMap = lazyPart(async () => (await import('./map/DirectoryMap.tsx')).DirectoryMap)
const AlertButton = lazyPart(async () => (await import('./alerts/AlertButton.tsx')).AlertButton)

export function CommunityList() {
  const { view, position, isLocating } = useNearMe()
  const nearSummary = useNearSummary(view, position)
  const { data: newCounts, isLoadingError: hasNoCounts } = useQuery(countsQuery(view))
  const counts = useLastDefined(newCounts)
  const results = useScrollToResults(
    getViewUrl({ ...view, search: '', map: false, filters: false }),
  )
  const placeNames = getPlaceNames(view, counts)
  const places = describePlaces(placeNames)
  const title = `Communities${places}`
  // Until the counts arrive, the current names of the places are unknown. Only single places have a feed.
  const isFeedKnown = view.location.length === 0 || counts !== undefined
  const feedOf = placeNames.length === 1 ? placeNames[0] : null
  const feedPath = isFeedKnown ? getFeedPath(feedOf ?? null) : undefined

  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-4 sm:px-6 sm:py-8">
      <SkipLink href="#results">Skip to results</SkipLink>
      <PageMeta
        title={title}
        feedPath={feedPath}
        description={`WhatsApp communities for travellers and digital nomads${places}: look around on ${brand.name} and join the ones you like.`}
      />
      <h1 tabIndex={-1} className="text-2xl font-semibold tracking-tight sm:text-4xl">
        {title}
      </h1>
      {/* Wraps only if a translation is long. */}
      <div className="mt-3 flex max-w-2xl flex-wrap gap-2 sm:mt-5 print:hidden">
        <div className="min-w-0 grow basis-28">
          <DirectorySearch view={view} />
        </div>
        <FilterButton view={view} counts={counts} />
        <MapSwitch view={view} />
      </div>
      <div className="mt-4 grid gap-x-10 lg:mt-6 lg:grid-cols-[12.5rem_minmax(0,1fr)] print:block noscript:block">
        <FilterSidebar view={view} counts={counts} />
        <section
          ref={results}
          aria-labelledby="results"
          className="min-w-0 scroll-mt-4 space-y-3 sm:space-y-4"
        >
          <h2 id="results" tabIndex={-1} className="sr-only">
            Results
          </h2>
          <div className="flex min-h-6 items-center justify-between gap-3 lg:min-h-10">
            <div className="flex min-w-0 flex-wrap items-center gap-x-4">
              <p role="status" className="text-ink-soft tabular-nums">
                {isLocating
                  ? 'Finding your location...'
                  : position
                    ? nearSummary
                    : counts && !hasNoCounts && describeCommunities(countOf(counts, counts.total))}
              </p>
              <LanguageSuggestions view={view} counts={counts} />
            </div>
            <div className="shrink-0 max-lg:hidden print:hidden noscript:hidden">
              <SortField view={view} />
            </div>
          </div>
          <p role="status" className={counts?.searched_for ? 'text-ink' : 'sr-only'}>
            {counts?.searched_for &&
              `No results for “${isolate(view.search)}”. Showing results for “${isolate(counts.searched_for)}”.`}
          </p>
          {view.map && (
            <Suspense fallback={<Skeleton className="aspect-2/1 rounded-2xl!" />}>
              <DirectoryMap
                filter={view}
                selected={placeNames}
                hrefOf={(location) => getViewUrl({ ...view, location })}
              />
            </Suspense>
          )}
          <CommunityResults view={view} counts={counts} position={position} />
          <AlertOffer view={view} placeNames={placeNames} counts={counts} />
        </section>
      </div>
    </div>
  )
}

/** Returns ' in Bali', ' in Bali or Medellín', or ' in 3 places'. */
function describePlaces(names: readonly string[]): string {
  if (names.length > 2) return ` in ${names.length} places`
  return names.length === 0
    ? ''
    : ` in ${names.length === 1 ? names[0] : names.map(isolate).join(' or ')}`
}

type Props = { view: DirectoryView; counts: DirectoryCounts | undefined }

/** Links to the communities that speak a language of the browser, such as '3 communities speak Deutsch', if not all do. */
function LanguageSuggestions({ view, counts }: Props) {
  // Near the visitor, their numbers are unknown.
  if (isBuild || !counts || view.language.length > 0 || view.near) return null
  const { languages, total } = counts

  return browserLanguages()
    .filter((code) => (languages[code] ?? total) < total)
    .slice(0, 2)
    .map((code) => {
      const count = countOf(counts, languages[code])
      return (
        <Link
          key={code}
          to={getViewUrl({ ...view, language: code })}
          // On a phone, they are only among the filters.
          className="rounded-sm text-sm font-semibold text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink max-sm:hidden"
        >
          <span>{`${describeCommunities(count)} ${isOne(count) ? 'speaks' : 'speak'}`}</span>{' '}
          <span dir="auto" lang={code} translate="no">
            {ownLanguageName(code)}
          </span>
        </Link>
      )
    })
}

/** Offers an alert for the list, if it is filtered by something that a community can match. */
function AlertOffer({ view, placeNames, counts }: Props & { placeNames: readonly string[] }) {
  // Its code loads after the cards are shown.
  const isReady = useDeferredValue(counts !== undefined, false)
  if (listActiveFilters(view).length === 0) return null
  if (counts?.current_location === '' || counts?.searched_for === '') return null

  return (
    // As tall as the button with its text, so that nothing moves when it appears.
    <div className="flex min-h-18 items-start justify-center pt-4 pointer-coarse:min-h-21 print:hidden">
      <Suspense fallback={<Skeleton className="h-8 w-64" />}>
        {isReady && <AlertButton view={view} placeNames={placeNames} />}
      </Suspense>
    </div>
  )
}

function MapSwitch({ view }: { view: DirectoryView }) {
  return (
    <LinkButton
      to={getViewUrl({ ...view, map: !view.map })}
      icon={view.map ? MapPinOff : MapPin}
      title={view.map ? 'Hide map' : 'Map'}
      className={cx(rowButton, !view.map && rowIcon)}
    >
      <span className={rowName}>
        {/* On a phone, its icon says 'Hide'. */}
        {view.map && <span className="max-sm:sr-only">Hide </span>}
        <span
          className={view.map ? 'max-sm:inline-block max-sm:first-letter:uppercase' : undefined}
        >
          {view.map ? 'map' : 'Map'}
        </span>
      </span>
    </LinkButton>
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
    if (isLink && current && current.getBoundingClientRect().top < 0) current.scrollIntoView()
  }, [listUrl, isLink])
  return results
}
