import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { Plugin } from 'vite'
import { mapSize, type Point, project } from '../../src/features/directory/map/projection.ts'

const moduleId = 'virtual:world-outline'
/** By convention, the null character hides the module from other plugins. */
const resolvedId = `\0${moduleId}`

/** Provides the land of the world map as a module, so that the browser projects nothing and calls no map service. */
export function worldOutline(): Plugin {
  return {
    name: 'world-outline',
    resolveId: (id) => (id === moduleId ? resolvedId : undefined),
    load: (id) =>
      id === resolvedId ? `export default ${JSON.stringify(drawOutline(listCoasts()))}` : undefined,
  }
}

/**
 * Returns the coasts of the land and of lakes within it, as closed rings on the map. Source: Natural Earth, 1:110 million.
 *
 * @throws if a coast crosses the map's edge, where it would become a line across the map
 */
export function listCoasts(): Point[][] {
  const file = createRequire(import.meta.url).resolve('world-atlas/land-110m.json')
  const atlas: Topology<{ land: GeometryCollection }> = JSON.parse(readFileSync(file, 'utf8'))
  const polygons = feature(atlas, atlas.objects.land).features.flatMap(({ geometry }) => {
    if (geometry.type === 'MultiPolygon') return geometry.coordinates
    return geometry.type === 'Polygon' ? [geometry.coordinates] : []
  })
  return polygons
    .flat()
    .filter((ring) => !isAntarctic(ring))
    .map(toMapUnits)
    .filter((ring) => ring.length > 2)
}

const isAntarctic = (ring: readonly number[][]) => ring.every(([, latitude = 0]) => latitude < -60)

/** Projects a ring to integers and drops the repeated points, including the last, which closes it. */
function toMapUnits(ring: readonly number[][]): Point[] {
  const points = ring.map(([longitude = 0, latitude = 0]) => {
    const { x, y } = project({ longitude, latitude })
    return { x: Math.round(x), y: Math.round(y) }
  })
  const corners = points.filter(({ x, y }, index) => {
    const previous = points.at(index - 1)
    return x !== previous?.x || y !== previous.y
  })
  for (const [index, { x }] of corners.entries())
    if (Math.abs(x - (corners.at(index - 1)?.x ?? x)) > mapSize.width / 2)
      throw new Error(`A coast crosses the map's edge near longitude ${ring[index]?.[0]}`)
  return corners
}

/** Returns the SVG path of closed rings, with relative coordinates because they are shorter. */
export function drawOutline(rings: readonly Point[][]): string {
  return rings
    .map((ring) => {
      const steps = ring.map(({ x, y }, index) => {
        const previous = ring[index - 1] ?? { x: 0, y: 0 }
        return `${x - previous.x},${y - previous.y}`
      })
      const [start, ...others] = steps
      return `M${start}l${others.join(' ')}z`.replaceAll(/[ ,]-/g, '-')
    })
    .join('')
}
