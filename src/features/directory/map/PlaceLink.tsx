import { Link } from 'react-router-dom'
import { describeCommunities, type MapPlace } from '../directory-counts.ts'

/** The target of the map's links, and the place that the list is filtered by. */
export type PlaceLinks = { hrefOf: (place: string) => string; selected: string | null }
export type MapLinks = PlaceLinks & { places: readonly MapPlace[] }

type Props = PlaceLinks & { place: MapPlace; detail?: string }

export function PlaceLink({ place, detail, hrefOf, selected }: Props) {
  return (
    <Link
      to={hrefOf(place.name)}
      aria-current={place.name === selected ? 'true' : undefined}
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
