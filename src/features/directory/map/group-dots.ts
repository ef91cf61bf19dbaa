import type { CommunityCount, MapPlace } from '../directory-counts.ts'
import type { Point, Size } from './projection.ts'

type PlacedPlace = MapPlace & Point

/** A circle on the map, in pixels: one place, or several that would overlap. */
export type Dot = Point &
  CommunityCount & {
    radius: number
    /** Most communities first. */
    places: [PlacedPlace, ...PlacedPlace[]]
  }

/** A touch target of 24 px, the minimum of WCAG 2.2. */
const minRadius = 12
/** Space between two dots, for the rings of groups. */
const gap = 4

/** Returns the radius of the largest dots. Smaller dots on a phone form fewer groups. */
const getMaxRadius = ({ width }: Size) => Math.min(26, Math.max(20, width / 40))

/** Returns the radius for a number of communities, on a logarithmic scale that ends at 1,000. */
function getRadius(communities: number, frame: Size): number {
  const share = Math.min(1, Math.log10(Math.max(1, communities)) / 3)
  return minRadius + share * (getMaxRadius(frame) - minRadius)
}

/** Returns dots that do not overlap, most communities first. Places outside the frame are left out. */
export function groupDots(places: readonly PlacedPlace[], frame: Size): Dot[] {
  let dots = places
    .filter(({ x, y }) => x >= 0 && x <= frame.width && y >= 0 && y <= frame.height)
    .map((place) => createDot([place], frame))
    .toSorted(compareDots)
  for (;;) {
    const merged = mergeOverlapping(dots, frame)
    // Groups are larger than their places, so they may overlap again.
    if (merged.length === dots.length) return dots
    dots = merged
  }
}

/** A group is at the center of its communities. */
function createDot(places: Dot['places'], frame: Size): Dot {
  const communities = places.reduce((sum, place) => sum + place.communities, 0)
  const radius = getRadius(communities, frame)
  const getCenter = (axis: 'x' | 'y') =>
    places.reduce((sum, place) => sum + place[axis] * place.communities, 0) / communities
  const keepInside = (position: number, length: number) =>
    Math.min(length - radius - gap / 2, Math.max(radius + gap / 2, position))
  return {
    x: keepInside(getCenter('x'), frame.width),
    y: keepInside(getCenter('y'), frame.height),
    radius,
    places,
    communities,
    is_at_least: places.some((place) => place.is_at_least),
  }
}

/** Ties are in alphabetical order, so that the result does not depend on the order of the rows. */
const compareDots = (one: Dot, other: Dot) =>
  other.communities - one.communities || comparePlaces(one.places[0], other.places[0])

const comparePlaces = (one: MapPlace, other: MapPlace) =>
  other.communities - one.communities ||
  compareText(one.name, other.name) ||
  compareText(one.country, other.country)

/** Not `localeCompare`, which is slow. */
const compareText = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1)

type KeptDot = { dot: Dot; added: PlacedPlace[] }

/** Merges each dot into the nearest larger one that it overlaps. Linear: only a few kept dots fit in a cell. */
function mergeOverlapping(dots: readonly Dot[], frame: Size): Dot[] {
  const kept: KeptDot[] = []
  // Dots that overlap are in the same cell or in adjacent ones.
  const cellSize = 2 * getMaxRadius(frame) + gap
  const columns = Math.ceil(frame.width / cellSize) + 2
  const cells = new Map<number, KeptDot[]>()

  for (const dot of dots) {
    const cell = Math.floor(dot.y / cellSize) * columns + Math.floor(dot.x / cellSize)
    let nearest: KeptDot | null = null
    for (const row of [cell - columns, cell, cell + columns])
      for (const adjacent of [row - 1, row, row + 1])
        for (const other of cells.get(adjacent) ?? [])
          if (
            overlaps(other.dot, dot) &&
            (!nearest || getDistance(other.dot, dot) < getDistance(nearest.dot, dot))
          )
            nearest = other
    if (nearest) {
      nearest.added.push(...dot.places)
    } else {
      const entry: KeptDot = { dot, added: [] }
      kept.push(entry)
      cells.set(cell, [...(cells.get(cell) ?? []), entry])
    }
  }
  return kept.map(({ dot, added }) => addPlaces(dot, added, frame)).toSorted(compareDots)
}

function addPlaces(dot: Dot, added: readonly PlacedPlace[], frame: Size): Dot {
  if (added.length === 0) return dot
  const [largest = dot.places[0], ...others] = [...dot.places, ...added].toSorted(comparePlaces)
  return createDot([largest, ...others], frame)
}

const getDistance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)

const overlaps = (one: Dot, other: Dot) => getDistance(one, other) < one.radius + other.radius + gap
