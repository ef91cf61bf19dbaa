import { Search } from 'lucide-react'
import { useId, useState } from 'react'
import { containsWords } from '../../lib/plain-words.ts'
import { SmallButton } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { ErrorState } from '../../ui/Feedback.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { controlClass } from '../../ui/Select.tsx'
import {
  type CommunityCount,
  countOf,
  type DirectoryCounts,
  getLocationName,
  usePlaces,
} from './directory-counts.ts'
import { type DirectoryView, getViewUrl } from './directory-view.ts'
import { Facet, FilterLink } from './FilterLink.tsx'

type Props = { view: DirectoryView; counts: DirectoryCounts | undefined }

/** The most places that the database counts for the filter, and that the search lists. */
const maxShown = 12

export function PlaceFilter({ view, counts }: Props) {
  const [isSearching, setIsSearching] = useState(false)
  const active = getLocationName(view, counts)
  if (counts?.locations.length === 0) return null

  return (
    <div className="space-y-2">
      <Facet title="Place">
        {counts
          ? counts.locations.map(({ communities, ...place }) => (
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
      </Facet>
      {isSearching ? (
        <PlaceSearch view={view} active={active} />
      ) : (
        counts &&
        counts.locations.length >= maxShown && (
          <SmallButton icon={Search} onClick={() => setIsSearching(true)}>
            More places
          </SmallButton>
        )
      )}
    </div>
  )
}

type Location = CommunityCount & { name: string; country: string }
type LinkProps = { place: Location; view: DirectoryView; active: string | null }

function PlaceFilterLink({ place, view, active }: LinkProps) {
  const isActive = active === place.name
  return (
    <FilterLink
      label={place.name}
      detail={place.country}
      isActive={isActive}
      count={place}
      to={getViewUrl({ ...view, location: isActive ? null : place.name })}
    />
  )
}

function PlaceSearch({ view, active }: Omit<LinkProps, 'place'>) {
  const query = usePlaces(view)
  const [text, setText] = useState('')
  const id = useId()
  const found = query.data?.filter(({ name, country }) => containsWords(`${name} ${country}`, text))

  return (
    <div className="space-y-2">
      <input
        // The button that opened the search is gone.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        type="search"
        aria-label="Search places"
        aria-describedby={id}
        placeholder="Search places"
        value={text}
        maxLength={100}
        onChange={(event) => setText(event.currentTarget.value)}
        className={cx(controlClass, 'min-h-10')}
      />
      <p id={id} role="status" className="text-xs text-ink-soft">
        {query.isPending
          ? 'Loading...'
          : found?.length === 0
            ? 'No places found'
            : found && found.length > maxShown && `${maxShown} of ${found.length} places`}
      </p>
      {query.isLoadingError && <ErrorState title="Couldn't load the places" query={query} />}
      <ul className="max-lg:flex max-lg:flex-wrap max-lg:gap-2">
        {found?.slice(0, maxShown).map((place) => (
          <PlaceFilterLink key={place.name} {...{ place, view, active }} />
        ))}
      </ul>
    </div>
  )
}
