import { useMemo, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import type { MapPlace } from '../directory-counts.ts'
import { chooseLabels } from './choose-labels.ts'
import { type Dot, groupDots } from './group-dots.ts'
import { GroupDot, PassiveDot, PlaceDot } from './MapDots.tsx'
import type { MapLinks } from './PlaceLink.tsx'
import { getShift, type Point, type Region, type Size, toPixel, zoomTo } from './projection.ts'

type Props = MapLinks & {
  region: Region
  /** The region that the map shows at first; null if the map does not move. */
  previous: Region | null
  size: Size
}

/** The dots of a region. When the region changes, they move with the land to their new positions. */
export function MapPlaces({ places, region, previous, size, ...links }: Props) {
  const [openGroup, setOpenGroup] = useState<string | null>(null)
  const dots = useDots(places, region, size)
  const labels = useMemo(() => chooseLabels(dots, size), [dots, size])
  const oldDots = previous && (
    <OldDots {...{ places, region, previous, size }} selected={links.selected} />
  )

  if (dots.length === 0) {
    return (
      <>
        {oldDots}
        <p className="absolute inset-0 grid place-items-center p-4 text-center">
          <span className="rounded-xl bg-surface px-4 py-2 font-semibold shadow-card">
            {places.length === 0 ? 'No communities on the map' : 'No communities in this region'}
          </span>
        </p>
      </>
    )
  }
  return (
    <>
      {oldDots}
      {/* Largest first: a few presses of Tab reach the places that most visitors look for. */}
      <ul
        aria-label="Places on the map"
        className={cx('absolute inset-0', previous ? 'animate-clip' : 'animate-fade-in')}
      >
        {dots.map((dot) => {
          const [place, ...others] = dot.places
          const key = place.name
          const shared = { dot, label: labels.get(dot), frame: size, ...links }
          return (
            <li
              key={key}
              className={previous ? 'animate-move-in' : undefined}
              style={previous ? getStyle(dot, region, previous, size) : undefined}
            >
              {others.length === 0 ? (
                <PlaceDot {...shared} />
              ) : (
                <GroupDot
                  {...shared}
                  isOpen={openGroup === key}
                  onOpenChange={(isOpen) => setOpenGroup(isOpen ? key : null)}
                />
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

type OldDotsProps = Omit<Props, 'hrefOf' | 'previous'> & { previous: Region }

/** The dots of the previous region, visible while they move: some leave the map, others join or leave a group. */
function OldDots({ places, region, previous, size, selected }: OldDotsProps) {
  return (
    <ul aria-hidden="true" inert className="invisible absolute inset-0 animate-clip">
      {useDots(places, previous, size).map((dot) => (
        <li
          key={dot.places[0].name}
          className="animate-move-out"
          style={getStyle(dot, previous, region, size)}
        >
          <PassiveDot dot={dot} selected={selected} />
        </li>
      ))}
    </ul>
  )
}

/** Returns the dots of a region that are in the frame. */
const useDots = (places: readonly MapPlace[], region: Region, size: Size): Dot[] =>
  useMemo(() => {
    const zoom = zoomTo(region, size)
    return groupDots(
      places.map((place) => ({ ...place, ...toPixel(place, zoom) })),
      size,
    )
  }, [places, region, size])

declare module 'react' {
  interface CSSProperties {
    /** Used by the animations of dots in tailwind.config.ts. */
    '--shift'?: string
  }
}

/** Returns the style with the distance between a dot's positions in two regions. */
function getStyle(position: Point, region: Region, other: Region, size: Size) {
  const { x, y } = getShift(position, zoomTo(region, size), zoomTo(other, size))
  return { '--shift': `${x}px, ${y}px` }
}
