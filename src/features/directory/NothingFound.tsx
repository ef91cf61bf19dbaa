import { useQuery } from '@tanstack/react-query'
import { Plus, SearchX } from 'lucide-react'
import { type ReactElement, useId } from 'react'
import { isolate } from '../../lib/isolate.ts'
import { distanceInKm } from '../../lib/distance.ts'
import { EmptyState } from '../../ui/Feedback.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { CommunityGrid } from './CommunityGrid.tsx'
import { popularList } from './directory-cache.ts'
import {
  type CommunityCount,
  countOf,
  countsQuery,
  type DirectoryCounts,
  formatCommunities,
  getPlaceNames,
  isZero,
  useCommunityList,
  usePlaces,
} from './directory-queries.ts'
import {
  type DirectoryFilter,
  type DirectoryView,
  getViewUrl,
  listActiveFilters,
  noFilter,
} from './directory-view.ts'

type Props = { view: DirectoryView; counts: DirectoryCounts | undefined }

/** Suggests removing one filter, then other places, then popular communities. */
export function NothingFound({ view, counts }: Props) {
  const suggestions = useSuggestions({ view, counts })
  const isFiltered = listActiveFilters(view).length > 0

  return (
    <div className="space-y-10">
      <EmptyState
        icon={SearchX}
        {...describeEmptyList(view, counts)}
        action={
          <div className="mt-1 flex flex-wrap justify-center gap-2">
            {suggestions.map(({ filter, label, count }) => (
              <LinkButton key={filter} to={getViewUrl({ ...view, [filter]: noFilter[filter] })}>
                <span className="min-w-0 wrap-anywhere">
                  {withCount(`Without “${label}”`, count)}
                </span>
              </LinkButton>
            ))}
            <LinkButton
              variant={isFiltered ? 'ghost' : 'primary'}
              to="/?list=new"
              icon={isFiltered ? undefined : Plus}
            >
              List your community
            </LinkButton>
          </div>
        }
      />
      <OtherPlaces view={view} counts={counts} />
      <PopularCommunities />
    </div>
  )
}

const withCount = (text: string, count: CommunityCount | undefined) =>
  count ? `${text} (${formatCommunities(count)})` : text

/** Returns the filters without which there are communities, and how many. */
function useSuggestions({ view, counts }: Props) {
  // The other counts are part of `counts`.
  const { data: withoutSearch } = useQuery({
    ...countsQuery({ ...view, search: '' }),
    enabled: view.search !== '',
  })
  const countWithout = (filter: keyof DirectoryFilter) =>
    filter === 'search'
      ? withoutSearch && countOf(withoutSearch, withoutSearch.total)
      : counts && countOf(counts, counts.any[filter])

  return listActiveFilters(view, getPlaceNames(view, counts)).flatMap((active) => {
    const count = countWithout(active.filter)
    return count && isZero(count) ? [] : { ...active, count }
  })
}

const shownPlaces = 6

/** The places nearest to the chosen one; without it, or if its coordinates are unknown, the most popular ones. */
function OtherPlaces({ view, counts }: Props) {
  // If no place matches the other filters, without them.
  const filter = counts && counts.any.location > 0 ? view : { ...view, ...noFilter }
  const { data: all } = usePlaces(noFilter)
  const { data: places = [] } = usePlaces(filter)
  const chosenNames = getPlaceNames(view, counts)
  const chosen = all?.find(({ name }) => name === chosenNames[0])
  const others = places.filter(({ name }) => !chosenNames.includes(name))
  const sorted = chosen
    ? others.toSorted((one, other) => distanceInKm(chosen, one) - distanceInKm(chosen, other))
    : others
  if (sorted.length === 0) return null

  return (
    <Suggestions title={chosen ? `Closest to ${isolate(chosen.name)}` : 'Popular places'}>
      <ul className="flex flex-wrap gap-2">
        {sorted.slice(0, shownPlaces).map((place) => (
          <li key={place.name}>
            <LinkButton to={getViewUrl({ ...filter, location: place.name })}>
              <span>{withCount(place.name, place)}</span>
            </LinkButton>
          </li>
        ))}
      </ul>
    </Suggestions>
  )
}

function PopularCommunities() {
  const { data: communities = [] } = useCommunityList(popularList)
  if (communities.length === 0) return null
  return (
    <Suggestions title="Popular communities">
      <CommunityGrid communities={communities} label="Popular communities" columns={3} />
    </Suggestions>
  )
}

function Suggestions({ title, children }: { title: string; children: ReactElement }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-xl font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}

function describeEmptyList({ search, location }: DirectoryView, counts?: DirectoryCounts) {
  if (location.length > 0 && counts?.current_location === '') {
    return {
      title: `There is no place called “${location.map(isolate).join(' or ')}”`,
      children: 'Check its spelling, or choose another place.',
    }
  }
  if (counts?.searched_for === '') {
    return {
      title: `There are no words to search for in “${isolate(search)}”`,
      children: 'Try a place, an activity or a name.',
    }
  }
  if (search) {
    return {
      title: `No communities match “${isolate(search)}”`,
      children: 'Try fewer or different words: a city, a sport, a language. Small typos are fine.',
    }
  }
  return {
    title: 'No communities here yet',
    children: 'Do you run one, or know someone who does?',
  }
}
