import { Search } from 'lucide-react'
import { useState } from 'react'
import { SmallButton } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/Feedback.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import {
  type CommunityCount,
  countOf,
  type DirectoryCounts,
  getLocationName,
  usePlaces,
} from './directory-counts.ts'
import type { DirectoryView } from './directory-view.ts'
import { FacetSearch, maxShown } from './FacetSearch.tsx'
import { Facet, FilterLink } from './FilterLink.tsx'

type Props = { view: DirectoryView; counts: DirectoryCounts | undefined }

const title = 'Place'

export function PlaceFilter({ view, counts }: Props) {
  const [isSearching, setIsSearching] = useState(false)
  const active = getLocationName(view, counts)
  const locations = counts && listLocations(counts, active)
  if (locations?.length === 0) return null

  if (isSearching) return <PlaceSearch view={view} active={active} />
  return (
    <div className="space-y-2">
      <Facet title={title}>
        {locations
          ? locations.map(({ communities, ...place }) => (
              <PlaceLink
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
      </Facet>
      {counts && counts.locations.length >= maxShown && (
        <SmallButton icon={Search} onClick={() => setIsSearching(true)}>
          More places
        </SmallButton>
      )}
    </div>
  )
}

/** Returns the counted places. The chosen one is the first, also if nothing there matches the other filters. */
const listLocations = ({ locations }: DirectoryCounts, active: string | null) =>
  active && !locations.some(({ name }) => name === active)
    ? [{ name: active, country: '', communities: 0 }, ...locations]
    : locations

type Location = CommunityCount & { name: string; country: string }
type LinkProps = { place: Location; view: DirectoryView; active: string | null }

function PlaceLink({ place, view, active }: LinkProps) {
  const isActive = active === place.name
  return (
    <FilterLink
      label={place.name}
      detail={place.country && { text: place.country }}
      isActive={isActive}
      count={place}
      view={view}
      change={{ location: isActive ? null : place.name }}
    />
  )
}

function PlaceSearch({ view, active }: Omit<LinkProps, 'place'>) {
  const query = usePlaces(view)
  return (
    <>
      <FacetSearch
        title={title}
        noun="places"
        values={query.data}
        isLoading={query.isPending}
        textOf={({ name, country }) => [name, country].join(' ')}
      >
        {(place) => <PlaceLink key={place.name} {...{ place, view, active }} />}
      </FacetSearch>
      {query.isLoadingError && <ErrorState title="Couldn't load the places" query={query} />}
    </>
  )
}
