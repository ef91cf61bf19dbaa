import type { Coordinates } from '../../../lib/distance.ts'
import type { CommunityCount, MapPlace } from '../directory-queries.ts'

/* The world map's projection, zoom and dots. The build projects the outline with it, the browser the places. */

export type Point = { x: number; y: number }
export type Size = { width: number; height: number }

/** Equirectangular: distances are true to scale along this parallel, which crosses most of the places. */
const standardParallel = 35
/** From the north of Greenland to the south of America: Antarctica is left out. */
const north = 84
const south = -58
/** The map's edge. It runs through the Bering Strait, so that no coast crosses it. */
const westEdge = -168.4

const radians = Math.PI / 180
const unitsPerDegree = 4000 / 360
const unitsPerDegreeNorth = unitsPerDegree / Math.cos(standardParallel * radians)

/** The size of the whole map, in units fine enough for an outline of integers. */
export const mapSize: Size = { width: 4000, height: (north - south) * unitsPerDegreeNorth }

/** Returns the point of the map for a position. Positions beyond its top or bottom are on its edge. */
export function project({ latitude, longitude }: Coordinates): Point {
  const degreesEast = (((longitude - westEdge) % 360) + 360) % 360
  const degreesSouth = north - Math.min(north, Math.max(south, latitude))
  return { x: degreesEast * unitsPerDegree, y: degreesSouth * unitsPerDegreeNorth }
}

/** The region that each zoom shows at least. */
const boundsOf = {
  world: { west: westEdge, east: westEdge + 360, south, north: 78 },
  africa: { west: -19, east: 52, south: -36, north: 38 },
  asia: { west: 34, east: 146, south: -11, north: 56 },
  europe: { west: -25, east: 43, south: 34, north: 68 },
  'north-america': { west: -166, east: -52, south: 7, north: 70 },
  'south-america': { west: -82, east: -34, south: -56, north: 13 },
  oceania: { west: 110, east: -170, south: -48, north: 4 },
}
export type Region = keyof typeof boundsOf

/** Whether a position is in a region. */
export function isInside({ latitude, longitude }: Coordinates, region: Region): boolean {
  const { west, east, south: bottom, north: top } = boundsOf[region]
  const isEastOfWest =
    (((longitude - west) % 360) + 360) % 360 <= (((east - west) % 360) + 360) % 360
  return region === 'world' || (isEastOfWest && latitude >= bottom && latitude <= top)
}

/** Space for a whole dot at the border of a region, in pixels. The world has its oceans. */
const margin = 24

/** Maps a point of the map to a pixel of the frame: `x * scale + left`, `y * scale + top`. */
export type Zoom = { scale: number; left: number; top: number }

/** A rectangle of the map. */
export type Box = { start: Point; end: Point }

function boxOf(region: Region): Box {
  const { west, east, south: bottom, north: top } = boundsOf[region]
  const start = project({ latitude: top, longitude: west })
  const { x, y } = project({ latitude: bottom, longitude: east })
  // The whole way around the map ends where it starts.
  return { start, end: { x: x > start.x ? x : x + mapSize.width, y } }
}

/** The width of the smallest box: the outline has no details for a closer look. */
const minBoxWidth = 20 * unitsPerDegree

/** Returns the box around places, or null if it is no closer look than half the map. */
export function boxAround(places: readonly Coordinates[]): Box | null {
  const points = places.map(project)
  const measure = (values: number[], least: number) => {
    const [first, last] = [Math.min(...values), Math.max(...values)]
    const added = Math.max(0, least - (last - first)) / 2
    return [first - added, last + added] as const
  }
  const [left, right] = measure(
    points.map(({ x }) => x),
    minBoxWidth,
  )
  const [top, bottom] = measure(
    points.map(({ y }) => y),
    0,
  )
  const isClose = right - left <= mapSize.width / 2 && bottom - top <= mapSize.height / 2
  return isClose ? { start: { x: left, y: top }, end: { x: right, y: bottom } } : null
}

/** Returns the zoom that centers a region or a box in the frame, as large as it fits. */
export function zoomTo(area: Region | Box, frame: Size): Zoom {
  const { start, end } = typeof area === 'string' ? boxOf(area) : area
  const inset = area === 'world' ? 0 : 2 * margin
  const scale = Math.min(
    (frame.width - inset) / (end.x - start.x),
    (frame.height - inset) / (end.y - start.y),
  )
  return {
    scale,
    left: frame.width / 2 - ((start.x + end.x) / 2) * scale,
    top: frame.height / 2 - ((start.y + end.y) / 2) * scale,
  }
}

/** Returns the pixel of the frame for a position, which may be outside the frame. */
export function toPixel(position: Coordinates, { scale, left, top }: Zoom): Point {
  const { x, y } = project(position)
  return { x: x * scale + left, y: y * scale + top }
}

/** A circle on the map, in pixels: one place, or several that would overlap. */
export type Dot = Point &
  CommunityCount & {
    /** Most communities first. The dot is at the first place. */
    places: [MapPlace, ...MapPlace[]]
  }

/** Large enough to touch, and for the number '999+'. */
export const dotRadius = 16
/** Space between two dots, for the rings of groups. */
const gap = 4

/**
 * Returns the dots that are in the frame, most communities first. They do not overlap. The world has all places: those
 * beyond its top or bottom are at its edge.
 */
export function placeDots(places: readonly MapPlace[], area: Region | Box, frame: Size): Dot[] {
  const zoom = zoomTo(area, frame)
  const dots: Dot[] = []
  for (const place of places.toSorted(comparePlaces)) {
    const pixel = toPixel(place, zoom)
    const isInFrame =
      pixel.x >= 0 && pixel.x <= frame.width && pixel.y >= 0 && pixel.y <= frame.height
    if (!isInFrame && area !== 'world') continue
    const x = keepInside(pixel.x, frame.width)
    const y = keepInside(pixel.y, frame.height)
    const { communities, is_at_least } = place
    const other = dots.find((dot) => Math.hypot(dot.x - x, dot.y - y) < 2 * dotRadius + gap)
    if (other) {
      other.places.push(place)
      other.communities += communities
      other.is_at_least ||= is_at_least
    } else {
      dots.push({ x, y, communities, is_at_least, places: [place] })
    }
  }
  return dots.toSorted((one, other) => other.communities - one.communities)
}

const keepInside = (position: number, length: number) =>
  Math.min(length - dotRadius, Math.max(dotRadius, position))

/** Ties are in alphabetical order, so that the result does not depend on the order of the rows. */
const comparePlaces = (one: MapPlace, other: MapPlace) =>
  other.communities - one.communities ||
  compareText(one.name, other.name) ||
  compareText(one.country, other.country)

/** Not `localeCompare`, which is slow. */
const compareText = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1)
