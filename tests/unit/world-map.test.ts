import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { drawOutline, listCoasts } from '../../scripts/build/world-outline.ts'
import { distanceInKm } from '../../src/lib/distance.ts'
import type { MapPlace } from '../../src/features/directory/directory-queries.ts'
import {
  boxAround,
  dotRadius,
  mapSize,
  placeDots,
  project,
  type Region,
  toPixel,
  zoomTo,
} from '../../src/features/directory/map/projection.ts'

const zurich = { latitude: 47.37, longitude: 8.54 }
const bali = { latitude: -8.41, longitude: 115.19 }
const auckland = { latitude: -36.85, longitude: 174.76 }
const desktop = { width: 1104, height: 510 }
const phone = { width: 288, height: 192 }

const makePlace = (name: string, position: Partial<MapPlace> = {}): MapPlace => ({
  name,
  country: 'Indonesia',
  ...bali,
  communities: 1,
  is_at_least: false,
  ...position,
})

/** Returns places spread around the world, the same ones in each run. */
function makePlaces(count: number): MapPlace[] {
  return Array.from({ length: count }, (_, index) =>
    makePlace(`Place ${index}`, {
      latitude: ((index * 61.803) % 110) - 45,
      longitude: ((index * 137.508) % 360) - 180,
      communities: 1 + ((index * 7919) % 97),
    }),
  )
}

describe('the projection', () => {
  test('north is up, east is right, and every position is on the map', () => {
    expect(project(zurich).y).toBeLessThan(project(bali).y)
    expect(project(zurich).x).toBeLessThan(project(bali).x)
    for (const latitude of [-90, 0, 90])
      for (const longitude of [-180, -168.5, 0, 180]) {
        const { x, y } = project({ latitude, longitude })
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x).toBeLessThanOrEqual(mapSize.width)
        expect(y).toBeGreaterThanOrEqual(0)
        expect(y).toBeLessThanOrEqual(mapSize.height)
      }
    const west = project({ latitude: 0, longitude: -180 })
    expect(west).toEqual(project({ latitude: 0, longitude: 180 }))
  })

  test('the zoom to a continent shows its places, and no others', () => {
    const inRegions: [Region, typeof bali][] = [
      ['world', { latitude: -54.8, longitude: -68.3 }],
      ['africa', { latitude: -33.92, longitude: 18.42 }],
      ['asia', bali],
      ['europe', zurich],
      ['north-america', { latitude: 8.98, longitude: -79.52 }],
      ['south-america', { latitude: 6.24, longitude: -75.58 }],
      ['oceania', auckland],
    ]
    const isShown = (position: typeof bali, region: Region, frame: typeof desktop) => {
      const { x, y } = toPixel(position, zoomTo(region, frame))
      return x > 0 && x < frame.width && y > 0 && y < frame.height
    }
    for (const frame of [desktop, phone]) {
      const shown = inRegions.filter(([region, position]) => isShown(position, region, frame))
      expect(shown).toEqual(inRegions)
    }
    expect(isShown(bali, 'europe', desktop)).toBe(false)
  })
})

test.each([
  ['a small phone', phone],
  ['a phone', { width: 328, height: 219 }],
  ['a tablet', { width: 720, height: 332 }],
  ['the list on a desktop', { width: 864, height: 399 }],
  ['the home page on a desktop', desktop],
])('on %s, the zoom to a region shows the whole dots of its first places', (_case, frame) => {
  const regionOf: Record<string, Region> = {
    ZA: 'africa',
    ID: 'asia',
    TH: 'asia',
    CH: 'europe',
    BR: 'south-america',
    CO: 'south-america',
  }
  const migration = readFileSync('supabase/migrations/20261128040000_release.sql', 'utf8')
  const rows = [
    ...migration.matchAll(/\('([^']+)', '[^']+', '([A-Z]{2})', ([-\d.]+), ([-\d.]+)\)/g),
  ]
  expect(rows).toHaveLength(6)
  for (const [, name = '', country = '', latitude, longitude] of rows) {
    const position = { latitude: Number(latitude), longitude: Number(longitude) }
    const region = regionOf[country] ?? 'world'
    const [dot] = placeDots([makePlace(name, position)], region, frame)
    const { x, y } = toPixel(position, zoomTo(region, frame))
    // A dot that would cross the edge is moved away from its place.
    expect(dot?.x).toBeCloseTo(x)
    expect(dot?.y).toBeCloseTo(y)
  }
})

describe('the box around places', () => {
  const around = (...places: MapPlace[]) => boxAround(places)

  test('has a margin, and a minimum size for a single place', () => {
    const cities = [makePlace('Bali'), makePlace('Lombok', { longitude: 119.1 })]
    for (const frame of [desktop, phone])
      for (const places of [cities, cities.slice(1)]) {
        const box = around(...places)
        if (!box) throw new Error('There is no box.')
        const zoom = zoomTo(box, frame)
        for (const place of places) {
          const { x, y } = toPixel(place, zoom)
          expect(Math.min(x, y, frame.width - x, frame.height - y)).toBeGreaterThan(dotRadius)
        }
        // Not closer than a part of a continent.
        expect(frame.width / zoom.scale).toBeGreaterThan(mapSize.width / 18)
        expect(zoom.scale).toBeGreaterThan(1.4 * zoomTo('asia', frame).scale)
      }
  })

  test('is the world for places in different parts of it', () => {
    expect(around(makePlace('Bali'), makePlace('Zürich', zurich))).not.toBeNull()
    const medellin = { latitude: 6.24, longitude: -75.58 }
    expect(around(makePlace('Bali'), makePlace('Medellín', medellin))).toBeNull()
    expect(around()).toBeNull()
  })
})

test('distances are measured along the earth, also across the 180th meridian', () => {
  const at = (longitude: number) => ({ ...bali, longitude })
  expect(Math.round(distanceInKm(zurich, bali) / 100)).toBe(119)
  expect(Math.round(distanceInKm(at(-179.5), at(179.5)))).toBe(110)
})

describe('groups of dots', () => {
  test('places that overlap are one dot, at the one with the most communities', () => {
    const dots = placeDots(
      [
        makePlace('Ubud', { latitude: -8.51, communities: 4 }),
        makePlace('Canggu', { communities: 9, is_at_least: true }),
        makePlace('Zürich', zurich),
      ],
      'world',
      desktop,
    )
    expect(dots.map(({ places }) => places.map(({ name }) => name))).toEqual([
      ['Canggu', 'Ubud'],
      ['Zürich'],
    ])
    expect(dots[0]).toMatchObject({ communities: 13, is_at_least: true })
    expect(dots[0]).toMatchObject(toPixel(bali, zoomTo('world', desktop)))
  })

  test.each([
    ['a desktop', desktop],
    ['a phone', phone],
  ])('of 2,000 places on %s, none is lost and no two dots overlap', (_case, frame) => {
    const places = [...makePlaces(2000), makePlace('Longyearbyen', { latitude: 81.2 })]
    const dots = placeDots(places, 'world', frame)
    expect(dots.flatMap((dot) => dot.places)).toHaveLength(places.length)
    expect(dots.reduce((sum, { communities }) => sum + communities, 0)).toBe(
      places.reduce((sum, { communities }) => sum + communities, 0),
    )
    for (const [index, one] of dots.entries())
      for (const other of dots.slice(index + 1))
        expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThanOrEqual(2 * dotRadius)
    for (const { x, y, places: grouped } of dots) {
      expect(Math.min(x, y, frame.width - x, frame.height - y)).toBeGreaterThanOrEqual(dotRadius)
      expect(grouped.map(({ communities }) => communities)).toEqual(
        grouped.map(({ communities }) => communities).toSorted((one, other) => other - one),
      )
    }
  })
})

describe('the outline', () => {
  const coasts = listCoasts()
  const outline = drawOutline(coasts)

  /** Returns whether a position is on land, by the rule that SVG fills a path with. */
  function isLand(latitude: number, longitude: number): boolean {
    const { x, y } = project({ latitude, longitude })
    let windings = 0
    for (const ring of coasts)
      for (const [index, start] of ring.entries()) {
        const end = ring[(index + 1) % ring.length] ?? start
        if (start.y > y === end.y > y) continue
        const crossing = start.x + ((y - start.y) / (end.y - start.y)) * (end.x - start.x)
        if (crossing >= x) windings += Math.sign(end.y - start.y)
      }
    return windings !== 0
  }

  test('is one path of closed rings with integers, of at most 25 kB, or 10 kB compressed', () => {
    expect(outline).toMatch(/^(M\d+,\d+l[-\d, ]+z)+$/)
    expect(outline.length).toBeLessThanOrEqual(25_000)
    expect(gzipSync(outline).length).toBeLessThanOrEqual(10_000)
  })

  test.each([
    ['Brazil', -10, -52, true],
    ['Chukotka, east of 180°', 66.5, -175, true],
    ['Australia', -25, 134, true],
    ['the middle of the Pacific', 0, -140, false],
    ['the Caspian Sea', 41.5, 51, false],
    ['the south, where Antarctica would be', -57.9, 0, false],
  ])('fills the land: %s', (_name, latitude, longitude, expected) => {
    expect(isLand(latitude, longitude)).toBe(expected)
  })
})
