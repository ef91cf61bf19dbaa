import { describeCount } from '../directory-count.ts'

/** A place with at least one matching community. */
export type MapPlace = {
  place: string
  country: string
  latitude: number
  longitude: number
  communities: number
  /** Whether `communities` is a lower bound, because the database stopped counting. */
  is_at_least: boolean
}

type CountedCommunities = Pick<MapPlace, 'communities' | 'is_at_least'>

/** Returns '12', or '100+' for a lower bound. */
export const formatCommunities = ({ communities, is_at_least }: CountedCommunities) =>
  describeCount(communities, is_at_least).text

/** Returns '1 community', '12 communities' or '100+ communities'. */
export function describeCommunities({ communities, is_at_least }: CountedCommunities) {
  const { text, noun } = describeCount(communities, is_at_least)
  return `${text} ${noun}`
}

/** Returns the accessible name of a link to a place: 'Bali, Indonesia: 12 communities'. */
export const describePlace = (place: MapPlace) =>
  `${place.place}, ${place.country}: ${describeCommunities(place)}`
