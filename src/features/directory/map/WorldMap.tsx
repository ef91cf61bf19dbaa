import outline from 'virtual:world-outline'
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Segments } from '../../../ui/Segments.tsx'
import { MapFrame } from './DirectoryMap.tsx'
import { GroupDot, PlaceDot } from './MapDots.tsx'
import { type MapLinks, NearestPlaces } from './NearestPlaces.tsx'
import {
  type Box,
  boxAround,
  mapSize,
  isInside,
  placeDots,
  type Region,
  type Size,
  type Zoom,
  zoomTo,
} from './projection.ts'

const regions: { value: Region; label: string }[] = [
  { value: 'world', label: 'World' },
  { value: 'africa', label: 'Africa' },
  { value: 'asia', label: 'Asia' },
  { value: 'europe', label: 'Europe' },
  { value: 'north-america', label: 'North America' },
  { value: 'south-america', label: 'South America' },
  { value: 'oceania', label: 'Oceania' },
]

/**
 * A map of places, each a link with its number of communities. Places that would overlap share a button. It begins close
 * to the places, if they are in one part of the world.
 */
export function WorldMap(props: MapLinks) {
  const box = useMemo(() => boxAround(props.places), [props.places])
  const [zoom, setZoom] = useState<Region | 'places'>('places')
  const area = zoom === 'places' ? (box ?? 'world') : zoom
  const shown = regions.filter(
    ({ value }) => value === 'world' || props.places.some((place) => isInside(place, value)),
  )
  const frame = useRef<HTMLDivElement>(null)
  const size = useSize(frame)

  return (
    <section aria-label="World map">
      <MapFrame
        ref={frame}
        toolbar={
          <Segments
            label="Zoom"
            value={typeof area === 'string' ? area : 'places'}
            segments={box ? [{ value: 'places', label: 'Places' }, ...shown] : shown}
            onChange={setZoom}
          />
        }
        action={<NearestPlaces {...props} />}
      >
        {size && (
          <>
            <Land zoom={zoomTo(area, size)} />
            {/* The key closes an open group. */}
            <Dots key={zoom} {...props} area={area} size={size} />
          </>
        )}
      </MapFrame>
    </section>
  )
}

function Dots({ places, area, size, ...links }: MapLinks & { area: Region | Box; size: Size }) {
  const [openGroup, setOpenGroup] = useState<string | null>(null)
  const dots = useMemo(() => placeDots(places, area, size), [places, area, size])

  if (dots.length === 0) {
    return (
      <p className="absolute inset-0 grid place-items-center p-4 text-center">
        <span className="rounded-xl bg-surface px-4 py-2 font-semibold shadow-card">
          {places.length === 0 ? 'No communities on the map' : 'No communities in this region'}
        </span>
      </p>
    )
  }
  return (
    // Largest first: a few presses of Tab reach the places that most visitors look for.
    <ul aria-label="Places on the map" className="absolute inset-0 animate-fade-in">
      {dots.map((dot) => {
        const { name } = dot.places[0]
        return (
          <li key={name}>
            {dot.places.length === 1 ? (
              <PlaceDot dot={dot} frame={size} {...links} />
            ) : (
              <GroupDot
                dot={dot}
                frame={size}
                isOpen={openGroup === name}
                onOpenChange={(isOpen) => setOpenGroup(isOpen ? name : null)}
                {...links}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Returns the size of an element in pixels, null until it is mounted. */
function useSize(element: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return undefined
    const measure = () => {
      // A hidden element has no size.
      const width = current.clientWidth || 640
      const height = current.clientHeight || (width * mapSize.height) / mapSize.width
      setSize((last) =>
        last?.width === width && last.height === height ? last : { width, height },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return size
}

function Land({ zoom: { scale, left, top } }: { zoom: Zoom }) {
  return (
    <div className="absolute inset-0 overflow-hidden rounded-2xl bg-accent-soft/70 dark:bg-accent-soft/45 forced-colors:border">
      <svg aria-hidden="true" className="size-full">
        <path
          d={outline}
          strokeWidth={0.75}
          // The stroke hides the seams of countries that cross 180° east.
          vectorEffect="non-scaling-stroke"
          className="fill-surface stroke-line dark:fill-sunken forced-colors:fill-none forced-colors:stroke-[CanvasText]"
          style={{ transform: `translate(${left}px, ${top}px) scale(${scale})` }}
        />
      </svg>
    </div>
  )
}
