import {
  type ReactElement,
  type ReactNode,
  type Ref,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { ErrorState } from '../../../ui/Feedback.tsx'
import { LoadingText, Skeleton } from '../../../ui/Loading.tsx'
import { lazyPart } from '../../../ui/lazy.tsx'
import { usePlaces } from '../directory-queries.ts'
import { type DirectoryFilter, searchArguments } from '../directory-view.ts'
import type { PlaceLinks } from './NearestPlaces.tsx'

const WorldMap = lazyPart(async () => (await import('./WorldMap.tsx')).WorldMap)

/**
 * The places with communities that match the filter, as links on a map. Loads its code and the places shortly before it
 * scrolls into view, without a layout shift.
 */
export function DirectoryMap({ filter, ...rest }: PlaceLinks & { filter: DirectoryFilter }) {
  const [isInView, setIsInView] = useState(false)
  const container = useRef<HTMLDivElement>(null)
  const places = usePlaces(filter, { enabled: isInView })

  useEffect(() => {
    const { current } = container
    if (!current) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        setIsInView(true)
        // Does not wait for the places.
        void WorldMap.preload()
      },
      { rootMargin: '200px' },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [])

  return (
    <div ref={container}>
      {places.isLoadingError ? (
        <ErrorState title="Couldn't load the map" query={places} hasAdvice />
      ) : isInView && places.data ? (
        <Suspense fallback={<LoadingMap />}>
          <WorldMap
            // The zoom follows the filter.
            key={JSON.stringify([searchArguments(filter), rest.selected])}
            // Those of the list, so that the numbers agree with it.
            places={places.data.filter(
              ({ name }) => rest.selected.length === 0 || rest.selected.includes(name),
            )}
            {...rest}
          />
        </Suspense>
      ) : (
        <LoadingMap />
      )}
    </div>
  )
}

function LoadingMap() {
  return (
    <MapFrame
      toolbar={<Skeleton className="h-full w-full max-w-2xl rounded-xl!" />}
      action={<Skeleton className="h-10 w-32 pointer-coarse:h-11" />}
    >
      <LoadingText />
      <Skeleton className="absolute inset-0 rounded-2xl!" />
    </MapFrame>
  )
}

type FrameProps = {
  toolbar: ReactNode
  action: ReactElement
  ref?: Ref<HTMLDivElement>
  children: ReactNode
}

/** The layout of the map, which has the same height while it loads. */
export function MapFrame({ toolbar, action, ref, children }: FrameProps) {
  return (
    <div className="space-y-3">
      <div className="flex h-10 pointer-coarse:h-13">{toolbar}</div>
      {/* Taller than the world on a phone, for the continents. */}
      <div ref={ref} className="relative aspect-3/2 sm:aspect-13/6">
        {children}
      </div>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6">
        <p className="min-w-0 flex-1 basis-32 text-sm text-ink-soft">Communities in each place</p>
        {action}
      </div>
    </div>
  )
}
