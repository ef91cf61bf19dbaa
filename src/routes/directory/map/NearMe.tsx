import { LocateFixed, X } from 'lucide-react'
import { useId, useMemo, useRef, useState } from 'react'
import { Button, GhostButton } from '../../../ui/Button.tsx'
import { type Coordinates, distanceInKm } from '../../../lib/distance.ts'
import { formatCount, formatCountOf } from '../../../ui/format.ts'
import { type MapLinks, PlaceLink, type PlaceLinks } from './PlaceLink.tsx'
import type { MapPlace } from '../directory-counts.ts'

type Status =
  | { kind: 'closed' }
  | { kind: 'locating' }
  | { kind: 'failed'; message: string }
  | { kind: 'located'; position: Coordinates }

/** A button that lists the places nearest to the visitor. The position stays in memory: it is not sent or stored. */
export function NearMe({ places, ...links }: MapLinks) {
  const [status, setStatus] = useState<Status>({ kind: 'closed' })
  const button = useRef<HTMLButtonElement>(null)
  const position = status.kind === 'located' ? status.position : null
  const nearest = useMemo(() => position && findNearest(places, position), [places, position])

  const locate = () => {
    // Insecure pages have no geolocation.
    if (!('geolocation' in navigator)) {
      setStatus({ kind: 'failed', message: locationUnavailableMessage })
      return
    }
    setStatus({ kind: 'locating' })
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) =>
        setStatus({ kind: 'located', position: { latitude, longitude } }),
      (error) => setStatus({ kind: 'failed', message: describeFailure(error) }),
      // The nearest city does not change in five minutes.
      { timeout: 10_000, maximumAge: 5 * 60_000 },
    )
  }
  const close = () => {
    setStatus({ kind: 'closed' })
    button.current?.focus()
  }

  return (
    <>
      <Button
        ref={button}
        variant="secondary"
        icon={LocateFixed}
        isPending={status.kind === 'locating'}
        onClick={locate}
      >
        Near me
      </Button>
      <div role="status" className="w-full text-sm">
        {status.kind === 'locating' && <span className="sr-only">Finding your location...</span>}
        {status.kind === 'failed' && (
          <p className="mt-3 rounded-xl bg-warning-soft px-4 py-3 text-warning-ink">
            {status.message}
          </p>
        )}
        {nearest && (
          <span className="sr-only">
            {nearest.length === 0
              ? 'No communities on the map'
              : `${formatCountOf(nearest.length, 'place', 'places')} found, nearest first.`}
          </span>
        )}
      </div>
      {nearest && <Nearest nearest={nearest} {...links} onClose={close} />}
    </>
  )
}

const locationUnavailableMessage =
  "Your device couldn't find its location. Turn on location services and try again, or zoom the map."

function describeFailure({ code }: GeolocationPositionError): string {
  // Some browsers omit the constants: 1 is PERMISSION_DENIED, 3 is TIMEOUT.
  if (code === 1)
    return "Your location isn't shared with this site. Allow it in your browser's settings for this site, then try again."
  if (code === 3) return 'Finding your location took too long. Try again in a moment.'
  return locationUnavailableMessage
}

type PlaceWithDistance = { place: MapPlace; distanceKm: number }

function findNearest(places: readonly MapPlace[], position: Coordinates): PlaceWithDistance[] {
  return places
    .map((place) => ({ place, distanceKm: distanceInKm(position, place) }))
    .toSorted((one, other) => one.distanceKm - other.distanceKm)
    .slice(0, 12)
}

/** Rounds to two digits: a position stands for a whole city. */
function formatDistance(distanceKm: number): string {
  if (distanceKm < 1) return 'less than 1 km'
  const rounded = distanceKm < 10 ? Math.round(distanceKm) : Number(distanceKm.toPrecision(2))
  return `about ${formatCount(rounded)} km`
}

type NearestProps = PlaceLinks & { nearest: PlaceWithDistance[]; onClose: () => void }

function Nearest({ nearest, onClose, ...links }: NearestProps) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={titleId}
      className="mt-3 w-full rounded-2xl border border-line bg-surface p-2 shadow-card"
    >
      <div className="flex items-start justify-between gap-2 pl-2.5">
        <div className="min-w-0 pt-1">
          <h3 id={titleId} className="font-semibold">
            Nearest places
          </h3>
          <p className="text-xs text-ink-soft">Your location stays on this device.</p>
        </div>
        <GhostButton icon={X} aria-label="Close" onClick={onClose} />
      </div>
      {nearest.length === 0 ? (
        <p className="px-2.5 py-2 text-sm text-ink-soft">No communities on the map</p>
      ) : (
        <ol aria-labelledby={titleId} className="mt-2 grid gap-x-4 sm:grid-cols-2 lg:grid-cols-3">
          {nearest.map(({ place, distanceKm }) => (
            <li key={place.name} className="min-w-0">
              <PlaceLink place={place} detail={formatDistance(distanceKm)} {...links} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
