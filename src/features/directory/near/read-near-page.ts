import { type Coordinates, distanceInKm } from '../../../lib/distance.ts'
import { formatCount } from '../../../ui/format.ts'
import { directoryCache } from '../directory-cache.ts'
import {
  countsQuery,
  describeCommunities,
  getPlaceNames,
  type ListedCommunity,
  type MapPlace,
  placesQuery,
  readPage,
} from '../directory-queries.ts'
import { type DirectoryFilter, pageSize, type Sort } from '../directory-view.ts'

export type NearPlace = MapPlace & { distanceKm: number }

/** Places within this distance are near. */
const maxDistanceKm = 500

/** Returns the places with their distances, the closest first. */
export const sortByDistance = (places: readonly MapPlace[], position: Coordinates): NearPlace[] =>
  places
    .map((place) => ({ ...place, distanceKm: distanceInKm(position, place) }))
    .toSorted(compareDistances)

/** Orders places that are equally far by name, so that the order is stable. */
const compareDistances = (one: NearPlace, other: NearPlace) =>
  one.distanceKm - other.distanceKm ||
  (one.name === other.name ? 0 : one.name < other.name ? -1 : 1)

/** Returns '240 km'. Rounds to two digits: a position stands for a whole city. */
export function formatDistance(distanceKm: number): string {
  if (distanceKm < 1) return 'less than 1 km'
  const rounded = distanceKm < 10 ? Math.round(distanceKm) : Number(distanceKm.toPrecision(2))
  return `${formatCount(rounded)} km`
}

/** How many places are shown if none is near. */
const maxFarPlaces = 12

/** How many requests a page may send at once. */
const maxRequests = 6

/** `distance` is for the card: '12 km away'. */
export type NearCommunity = ListedCommunity & { distance: string }

/** Where the next page starts: at a place, and there after the communities of earlier pages. */
export type NextPlace = { place: NearPlace; after?: ListedCommunity | undefined; listed: number }

export type NearPage = {
  communities: NearCommunity[]
  /** Null on the last page. */
  next: NextPlace | null
  /** The communities on all pages: '12 communities within 500 km', or that none is near. */
  summary: string
}

type Input = { filter: DirectoryFilter; sort: Sort; position: Coordinates }

/**
 * Reads a page of the communities near a position, the closest first. The server receives the names of the closest places,
 * never the position.
 *
 * @param start where the previous page ended; null for the first page
 */
export async function readNearPage(
  { filter, sort, position }: Input,
  signal: AbortSignal,
  start: NextPlace | null,
): Promise<NearPage> {
  const places = sortByDistance(await findPlaces(filter), position)
  const near = places.filter(({ distanceKm }) => distanceKm <= maxDistanceKm)
  const isNear = near.length > 0
  const all = isNear ? near : places.slice(0, maxFarPlaces)
  const left = start ? all.filter((place) => compareDistances(place, start.place) >= 0) : all

  const batch = takePage(left, start?.listed ?? 0)
  const pages = await Promise.all(
    batch.map(async (place) => {
      const { after, listed: before } = place.name === start?.place.name ? start : { listed: 0 }
      const input = { filter: { ...filter, location: [place.name] }, sort, pageSize }
      const page = await readPage(input, signal, after)
      return { place, ...page, listed: before + page.communities.length }
    }),
  )
  // A place with another page comes before all that are farther away.
  const unfinished = pages.findIndex(({ hasMore }) => hasMore)
  const shown = unfinished < 0 ? pages : pages.slice(0, unfinished + 1)
  return {
    communities: shown.flatMap(({ place: { distanceKm }, communities }) =>
      communities.map((community) => ({
        ...community,
        distance: `${formatDistance(distanceKm)} away`,
      })),
    ),
    next: getNext(shown.at(-1), left[shown.length]),
    summary: summarize(all, isNear),
  }
}

function summarize(places: readonly NearPlace[], isNear: boolean): string {
  const count = {
    communities: places.reduce((sum, { communities }) => sum + communities, 0),
    is_at_least: places.some(({ is_at_least }) => is_at_least),
  }
  if (isNear) return `${describeCommunities(count)} within ${maxDistanceKm} km, closest first`
  return places.length === 0
    ? describeCommunities(count)
    : `No communities within ${maxDistanceKm} km. These are the closest.`
}

/** Returns the places that match the filter: only the chosen ones, if there are some. */
async function findPlaces(filter: DirectoryFilter) {
  const places = await directoryCache.fetchQuery(placesQuery(filter))
  if (filter.location.length === 0) return places
  // The filter may have former names of the places.
  const chosen = getPlaceNames(filter, await directoryCache.fetchQuery(countsQuery(filter)))
  return places.filter(({ name }) => chosen.includes(name))
}

/** Returns the first places that have enough communities for a page, without those of earlier pages. */
function takePage(places: readonly NearPlace[], alreadyListed: number): NearPlace[] {
  let communities = -alreadyListed
  const last = places.findIndex((place) => (communities += place.communities) >= pageSize)
  return places.slice(0, Math.min(maxRequests, last < 0 ? maxRequests : last + 1))
}

function getNext(
  last: (NextPlace & { communities: ListedCommunity[]; hasMore: boolean }) | undefined,
  following: NearPlace | undefined,
): NextPlace | null {
  if (last?.hasMore) {
    const { place, communities, listed } = last
    return { place, after: communities.at(-1), listed }
  }
  return following ? { place: following, listed: 0 } : null
}
