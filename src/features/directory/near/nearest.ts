import { type Coordinates, distanceInKm } from '../../../lib/distance.ts'
import { formatCount } from '../../../ui/format.ts'
import type { MapPlace } from '../directory-counts.ts'

export type NearPlace = MapPlace & { distanceKm: number }

/** Places within this distance are near. */
export const maxDistanceKm = 500

/** Returns the places with their distances, the closest first. */
export const sortByDistance = (places: readonly MapPlace[], position: Coordinates): NearPlace[] =>
  places
    .map((place) => ({ ...place, distanceKm: distanceInKm(position, place) }))
    .toSorted(compareDistances)

/** Orders places that are equally far by name, so that the order is stable. */
export const compareDistances = (one: NearPlace, other: NearPlace) =>
  one.distanceKm - other.distanceKm ||
  (one.name === other.name ? 0 : one.name < other.name ? -1 : 1)

/** Returns '240 km'. Rounds to two digits: a position stands for a whole city. */
export function formatDistance(distanceKm: number): string {
  if (distanceKm < 1) return 'less than 1 km'
  const rounded = distanceKm < 10 ? Math.round(distanceKm) : Number(distanceKm.toPrecision(2))
  return `${formatCount(rounded)} km`
}
