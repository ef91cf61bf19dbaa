import { useMemo } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { languageName, ownLanguageName } from '../community/languages.ts'
import { allCategories, allJoinTypes, joinTypeLabels } from '../community/vocabulary.ts'
import { ErrorState, Notice } from '../../ui/Feedback.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import {
  type CommunityCount,
  countOf,
  type DirectoryCounts,
  getLanguages,
  getPlaceNames,
  isZero,
  usePlaces,
} from './directory-queries.ts'
import {
  countValues,
  type DirectoryView,
  getViewUrl,
  noFilter,
  toggleValue,
} from './directory-view.ts'
import { useNearMe } from './near/near-list.ts'
import { NearMeButton } from './near/position.tsx'
import { Facet, FacetSearch, FacetWithSearch, FilterLink, maxShown } from './Facet.tsx'

type Props = { view: DirectoryView; counts: DirectoryCounts | undefined }

const categories = allCategories.map((value) => ({ value, label: value }))
const joinTypes = allJoinTypes.map((value) => ({ value, label: joinTypeLabels[value] }))

/** Returns how many filters are active, without the search, which is in its own field. */
export const countActive = (view: DirectoryView) => countValues(view) + (view.near ? 1 : 0)

/** Links with the number of communities that each filter would show. */
export function FilterGroups({ view, counts }: Props) {
  const isEmpty = counts?.total === 0 && countActive(view) === 0
  return (
    <nav aria-label="Filters" className="space-y-6">
      <NearMe view={view} />
      {isEmpty && <p className="text-sm text-ink-soft">There is nothing to filter.</p>}
      <PlaceFilter view={view} counts={counts} />
      <ValueFilter
        title="Category"
        filter="category"
        options={categories}
        communities={counts?.categories}
        {...{ view, counts }}
      />
      <ValueFilter
        title="How to join"
        filter="join_type"
        options={joinTypes}
        communities={counts?.join_types}
        {...{ view, counts }}
      />
      <LanguageFilter view={view} counts={counts} />
    </nav>
  )
}

/** Sorts by distance, and clears all filters beside it, where nothing moves when that becomes possible. */
function NearMe({ view }: { view: DirectoryView }) {
  const { isLocating, position, failure, toggle } = useNearMe()
  const { state } = useLocation()
  return (
    <div className="space-y-2">
      <div className="flex items-center justify-between gap-2">
        <NearMeButton
          size="sm"
          aria-pressed={position !== null}
          isPending={isLocating}
          onPress={toggle}
        />
        {countActive(view) > 0 && (
          <Link
            to={getViewUrl({ ...view, ...noFilter, search: view.search, near: false })}
            {...(view.filters && { replace: true, state })}
            className="inline-flex min-h-8 items-center rounded-sm px-1 text-sm text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink"
          >
            Clear all
          </Link>
        )}
      </div>
      {failure && <Notice tone="warning">{failure}</Notice>}
      {view.near && (
        <p className="text-xs text-ink-soft">
          Your location stays on this device. Only the names of places near you are sent.
        </p>
      )}
    </div>
  )
}

type ValueFilterProps = Props & {
  title: string
  filter: 'category' | 'join_type'
  options: { value: string; label: string }[]
  communities: Record<string, number> | undefined
}

/** A value that no community has is left out, unless it is active. */
function ValueFilter({ title, filter, options, communities, view, counts }: ValueFilterProps) {
  const active: readonly string[] = view[filter]
  const links = options.flatMap(({ value, label }) => {
    const isActive = active.includes(value)
    const count = counts && countOf(counts, communities?.[value])
    if (count && isZero(count) && !isActive) return []
    return (
      <FilterLink
        key={value}
        change={{ [filter]: toggleValue(active, value) }}
        {...{ label, isActive, count, view }}
      />
    )
  })
  return links.length > 0 && <Facet title={title}>{links}</Facet>
}

function PlaceFilter({ view, counts }: Props) {
  const active = getPlaceNames(view, counts)
  const locations = counts && listPlaces(counts, active)
  if (locations?.length === 0) return null

  return (
    <FacetWithSearch
      title="Place"
      noun="places"
      hasMore={counts !== undefined && counts.locations.length >= maxShown}
      search={<PlaceSearch view={view} active={active} />}
    >
      {locations
        ? locations.map(({ communities, ...place }) => (
            <PlaceFilterLink
              key={place.name}
              place={{ ...place, ...countOf(counts, communities) }}
              {...{ view, active }}
            />
          ))
        : Array.from({ length: 6 }, (_, index) => (
            // As tall as a place with its country.
            <li key={index} className="flex min-h-11 items-center max-lg:w-28">
              <Skeleton className="h-4 w-full" />
            </li>
          ))}
    </FacetWithSearch>
  )
}

/** Returns the counted places, in an order that choosing one does not change. Those without communities are the last. */
const listPlaces = ({ locations }: DirectoryCounts, active: readonly string[]) => [
  ...locations,
  ...active
    .filter((chosen) => !locations.some(({ name }) => name === chosen))
    .map((name) => ({ name, country: '', communities: 0 })),
]

type PlaceCount = CommunityCount & { name: string; country: string }
type PlaceFilterLinkProps = { place: PlaceCount; view: DirectoryView; active: readonly string[] }

function PlaceFilterLink({ place, view, active }: PlaceFilterLinkProps) {
  const isActive = active.includes(place.name)
  return (
    <FilterLink
      label={place.name}
      detail={place.country && { text: place.country }}
      isActive={isActive}
      count={place}
      view={view}
      change={{ location: toggleValue(active, place.name) }}
    />
  )
}

function PlaceSearch({ view, active }: Omit<PlaceFilterLinkProps, 'place'>) {
  const query = usePlaces(view)
  return (
    <>
      <FacetSearch
        title="Place"
        noun="places"
        values={query.data}
        isLoading={query.isPending}
        textOf={({ name, country }) => [name, country].join(' ')}
      >
        {(place) => <PlaceFilterLink key={place.name} {...{ place, view, active }} />}
      </FacetSearch>
      {query.isLoadingError && <ErrorState title="Couldn't load the places" query={query} />}
    </>
  )
}

/** The most frequent languages, and a search for the others. */
function LanguageFilter({ view, counts }: Props) {
  // Without the languages that have no name in this browser, whose name is their code.
  const spoken = (counts ? getLanguages(counts) : []).filter((code) => languageName(code) !== code)
  const shown = spoken.slice(0, maxShown)
  shown.push(...view.language.filter((code) => !shown.includes(code)))
  if (shown.length === 0) return null

  return (
    <FacetWithSearch
      title="Languages spoken"
      noun="languages"
      hasMore={spoken.length > maxShown}
      search={<LanguageSearch languages={spoken} view={view} counts={counts} />}
    >
      {shown.map((code) => (
        <LanguageLink key={code} code={code} view={view} counts={counts} />
      ))}
    </FacetWithSearch>
  )
}

function LanguageSearch({ languages, view, counts }: Props & { languages: string[] }) {
  const codes = languages.join()
  // Reading the names takes a slow phone a millisecond each.
  const named = useMemo(
    () => codes.split(',').map((code) => ({ code, ownName: ownLanguageName(code) })),
    [codes],
  )
  return (
    <FacetSearch
      title="Languages spoken"
      noun="languages"
      values={named}
      textOf={({ code, ownName }) => `${languageName(code)} ${ownName}`}
    >
      {({ code, ownName }) => (
        <LanguageLink key={code} code={code} ownName={ownName} view={view} counts={counts} />
      )}
    </FacetSearch>
  )
}

function LanguageLink({ code, ownName, view, counts }: Props & { code: string; ownName?: string }) {
  const isActive = view.language.includes(code)
  const label = languageName(code)
  return (
    <FilterLink
      label={label}
      detail={ownName !== label && ownName && { text: ownName, lang: code }}
      isActive={isActive}
      count={counts && countOf(counts, counts.languages[code])}
      view={view}
      change={{ language: toggleValue(view.language, code) }}
    />
  )
}
