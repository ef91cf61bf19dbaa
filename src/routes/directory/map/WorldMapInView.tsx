import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ErrorState } from '../../../ui/Feedback.tsx'
import { Skeleton } from '../../../ui/Loading.tsx'
import { lazyPart } from '../../../ui/lazy.tsx'
import type { MapPlace } from '../community-count.ts'
import { MapFrame } from './MapFrame.tsx'
import type { WorldMapProps } from './WorldMap.tsx'

const WorldMap = lazyPart(async () => (await import('./WorldMap.tsx')).WorldMap)

type Props = Omit<WorldMapProps, 'places'> & {
  /** Undefined while they load. */
  places: readonly MapPlace[] | undefined
  /** Called once when the map is about to scroll into view, to request the places. */
  onInView?: () => void
  /** Set if the places failed to load. */
  failure?: { isRetrying: boolean; onRetry: () => void } | undefined
}

/** The world map. Loads its code shortly before it scrolls into view, without a layout shift. */
export function WorldMapInView({ places, onInView, failure, ...rest }: Props) {
  const [isInView, setIsInView] = useState(false)
  const container = useRef<HTMLDivElement>(null)

  const startLoading = useEffectEvent(() => {
    onInView?.()
    setIsInView(true)
    // Does not wait for the places.
    void WorldMap.preload()
  })
  useEffect(() => {
    const { current } = container
    if (!current) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        startLoading()
      },
      { rootMargin: '200px' },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [])

  return (
    <div ref={container}>
      {failure && !places ? (
        <ErrorState
          title="Couldn't load the map"
          onRetry={failure.onRetry}
          isPending={failure.isRetrying}
        >
          Check your connection, or try again in a moment.
        </ErrorState>
      ) : isInView && places ? (
        <Suspense fallback={<LoadingMap />}>
          <WorldMap places={places} {...rest} />
        </Suspense>
      ) : (
        <LoadingMap />
      )}
    </div>
  )
}

/** A placeholder as tall as the map. */
function LoadingMap() {
  return (
    <MapFrame
      toolbar={<Skeleton className="h-10 w-full max-w-2xl rounded-xl!" />}
      action={<Skeleton className="h-10 w-32" />}
    >
      <p role="status" className="sr-only">
        Loading...
      </p>
      <Skeleton className="absolute inset-0 rounded-2xl!" />
    </MapFrame>
  )
}
