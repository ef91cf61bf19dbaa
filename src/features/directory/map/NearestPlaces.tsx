import { LocateFixed, X } from 'lucide-react'
import { useId, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { Button, GhostButton } from '../../../ui/Button.tsx'
import { formatCountOf } from '../../../ui/format.ts'
import { describeCommunities, type MapPlace } from '../directory-queries.ts'
import { formatDistance, type NearPlace, sortByDistance } from '../near/read-near-page.ts'
import { usePosition } from '../near/position.tsx'

/** The target of the map's links, and the places that the list is filtered by. */
export type PlaceLinks = { hrefOf: (place: string) => string; selected: readonly string[] }
export type MapLinks = PlaceLinks & { places: readonly MapPlace[] }

/** A button that lists the places nearest to the visitor. */
export function NearestPlaces({ places, ...links }: MapLinks) {
  const [isOpen, setIsOpen] = useState(false)
  const { position, isLocating, failure, locate } = usePosition()
  const button = useRef<HTMLButtonElement>(null)
  const nearest = useMemo(
    () => (isOpen && position ? sortByDistance(places, position).slice(0, 12) : null),
    [places, position, isOpen],
  )

  const open = () => {
    setIsOpen(true)
    locate()
  }
  const close = () => {
    setIsOpen(false)
    button.current?.focus()
  }

  return (
    <>
      <Button
        ref={button}
        variant="secondary"
        icon={LocateFixed}
        isPending={isOpen && isLocating}
        onClick={open}
      >
        Near me
      </Button>
      <div role="status" className="w-full text-sm">
        {isOpen && isLocating && <span className="sr-only">Finding your location...</span>}
        {isOpen && failure && (
          <p className="mt-3 rounded-xl bg-warning-soft px-4 py-3 text-warning-ink">{failure}</p>
        )}
        {nearest && (
          <span className="sr-only">
            {nearest.length === 0
              ? 'No communities on the map'
              : `${formatCountOf(nearest.length, 'place', 'places')} found, nearest first.`}
          </span>
        )}
      </div>
      {nearest && <NearestList nearest={nearest} {...links} onClose={close} />}
    </>
  )
}

const describeDistance = (distanceKm: number) =>
  `${distanceKm < 1 ? '' : 'about '}${formatDistance(distanceKm)}`

type NearestListProps = PlaceLinks & { nearest: NearPlace[]; onClose: () => void }

function NearestList({ nearest, onClose, ...links }: NearestListProps) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={titleId}
      className="mt-3 w-full rounded-2xl border border-line bg-surface p-2 shadow-card"
    >
      <div className="flex items-start justify-between gap-2 ps-2.5">
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
          {nearest.map((place) => (
            <li key={place.name} className="min-w-0">
              <PlaceLink place={place} detail={describeDistance(place.distanceKm)} {...links} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

type PlaceLinkProps = PlaceLinks & { place: MapPlace; detail?: string }

export function PlaceLink({ place, detail, hrefOf, selected }: PlaceLinkProps) {
  return (
    <Link
      to={hrefOf(place.name)}
      aria-current={selected.includes(place.name) ? 'true' : undefined}
      className="flex min-h-10 items-center gap-3 rounded-lg px-2.5 py-1 text-sm text-ink no-underline hover:bg-sunken focus-visible:-outline-offset-2 aria-[current=true]:bg-accent-soft"
    >
      <span className="min-w-0 flex-1">
        <span dir="auto" className="font-semibold">
          {place.name}
        </span>
        <span className="text-ink-soft">{`, ${place.country}`}</span>
        {detail && <span className="block text-xs text-ink-soft">{` ${detail}`}</span>}
      </span>{' '}
      <span className="shrink-0 text-xs text-ink-soft tabular-nums">
        {describeCommunities(place)}
      </span>
    </Link>
  )
}
