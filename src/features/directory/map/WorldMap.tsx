import outline from 'virtual:world-outline'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { Segments } from '../../../ui/Segments.tsx'
import { MapFrame } from './MapFrame.tsx'
import { MapPlaces } from './MapPlaces.tsx'
import { NearMe } from './NearMe.tsx'
import type { MapLinks } from './PlaceLink.tsx'
import { mapSize, type Region, type Size, type Zoom, zoomTo } from './projection.ts'

const regions: { value: Region; label: string }[] = [
  { value: 'world', label: 'World' },
  { value: 'africa', label: 'Africa' },
  { value: 'asia', label: 'Asia' },
  { value: 'europe', label: 'Europe' },
  { value: 'north-america', label: 'North America' },
  { value: 'south-america', label: 'South America' },
  { value: 'oceania', label: 'Oceania' },
]

type Zooms = { region: Region; previous: Region | null }

/** A map of places, each a link with its number of communities. Places that would overlap share a button. */
export function WorldMap(props: MapLinks) {
  const [{ region, previous }, setZoom] = useState<Zooms>({ region: 'world', previous: null })
  const frame = useRef<HTMLDivElement>(null)
  const size = useSize(frame)

  return (
    <section aria-label="World map">
      <MapFrame
        ref={frame}
        toolbar={
          <Segments
            label="Zoom"
            value={region}
            segments={regions}
            onChange={(next) => next !== region && setZoom({ region: next, previous: region })}
          />
        }
        action={<NearMe {...props} />}
      >
        {size && (
          <>
            <Land zoom={zoomTo(region, size)} />
            {/* The key restarts their movement. */}
            <MapPlaces key={region} {...props} region={region} previous={previous} size={size} />
          </>
        )}
      </MapFrame>
    </section>
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
          // The dots move with it: see the animations in tailwind.config.ts.
          // The stroke hides the seams of countries that cross 180° east.
          vectorEffect="non-scaling-stroke"
          className="fill-surface stroke-line transition-transform duration-500 ease-out dark:fill-sunken forced-colors:fill-none forced-colors:stroke-[CanvasText]"
          style={{ transform: `translate(${left}px, ${top}px) scale(${scale})` }}
        />
      </svg>
    </div>
  )
}
