import { Search } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { lazyPart } from '../../ui/lazy.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { countOf, type DirectoryCounts, getPlaceName, getPlaces } from './directory-counts.ts'
import { type DirectoryView, getViewUrl } from './directory-view.ts'
import { Facet, FilterLink } from './FilterLink.tsx'

// Loaded on demand: few visitors need it.
const PlaceFilterSearch = lazyPart(
  async () => (await import('./PlaceFilterSearch.tsx')).PlaceFilterSearch,
)

type Props = { view: DirectoryView; counts: DirectoryCounts | undefined }

/** The most places that the database counts for the filter. */
const maxCounted = 12

/** The places with the most communities, and a search for the others. */
export function PlaceFilter({ view, counts }: Props) {
  const [isSearching, setIsSearching] = useState(false)
  const places = counts && getPlaces(counts)
  const active = view.place && getPlaceName(counts, view.place)

  return (
    <div className="space-y-2">
      <Facet title="Place">
        {places
          ? places.map(({ name, country }) => (
              <FilterLink
                key={name}
                label={name}
                detail={country}
                isActive={active === name}
                count={counts && countOf(counts, 'location', name)}
                to={getViewUrl({ ...view, place: active === name ? null : name })}
              />
            ))
          : Array.from({ length: 6 }, (_, index) => <LoadingPlace key={index} />)}
      </Facet>
      {isSearching ? (
        <Suspense fallback={<Skeleton className="h-10" />}>
          <PlaceFilterSearch view={view} active={active} />
        </Suspense>
      ) : (
        places &&
        places.length >= maxCounted && (
          <Button variant="secondary" size="sm" icon={Search} onClick={() => setIsSearching(true)}>
            More places
          </Button>
        )
      )}
    </div>
  )
}

/** As tall as a place with its country. */
function LoadingPlace() {
  return (
    <li className="flex min-h-11 items-center max-lg:w-28">
      <Skeleton className="h-4 w-full" />
    </li>
  )
}
