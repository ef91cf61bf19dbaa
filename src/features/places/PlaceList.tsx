import { useQueryClient } from '@tanstack/react-query'
import { Archive, ArchiveRestore, Merge, Pencil } from 'lucide-react'
import { isolate } from '../../lib/isolate.ts'
import { groupByCountry } from './places.ts'
import { useWrite } from '../data/useWrite.ts'
import { Badge } from '../../ui/Badge.tsx'
import { GhostButton, SmallButton } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Notice } from '../../ui/Feedback.tsx'
import { formatCountOf } from '../../ui/format.ts'
import { type ListedPlace, reloadPlaces, updatePlace } from './place-queries.ts'

export type OpenedPlace = { action: 'edit' | 'merge'; place: ListedPlace }

type ListProps = {
  rows: ListedPlace[]
  isStale: boolean
  onOpen: (opened: OpenedPlace) => void
  onDone: (outcome: string) => void
}

export function PlaceList({ rows, isStale, onOpen, onDone }: ListProps) {
  return (
    <div
      aria-busy={isStale}
      className={cx('space-y-5 transition-opacity', isStale && 'opacity-60')}
    >
      {groupByCountry(rows).map(({ country, places }) => (
        <section key={country} aria-label={country}>
          <h3 className="border-b border-line pb-1.5 text-sm font-semibold text-ink-soft">
            {country}
          </h3>
          <ul className="divide-y divide-line">
            {places.map((place) => (
              <PlaceRow key={place.id} place={place} onOpen={onOpen} onDone={onDone} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

type RowProps = Pick<ListProps, 'onOpen' | 'onDone'> & { place: ListedPlace }

function PlaceRow({ place, onOpen, onDone }: RowProps) {
  const queries = useQueryClient()
  const { name, alternative_names, communities, is_active } = place

  const toggle = useWrite({
    write: async () => {
      await updatePlace(place, { is_active: !is_active })
      await reloadPlaces(queries)
      // Not in onSuccess, which runs after the reload has changed `is_active`.
      return is_active ? `${isolate(name)} retired` : `${isolate(name)} restored`
    },
    failure: is_active ? 'Failed to retire place' : 'Failed to restore place',
    showReasonIn: 'dialog',
    onSuccess: onDone,
  })

  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="flex flex-wrap items-center gap-x-2">
            <span dir="auto" translate="no" className="font-semibold">
              {name}
            </span>
            {!is_active && <Badge>Retired</Badge>}
          </p>
          <p className="text-sm text-ink-soft">
            {[
              formatCountOf(communities, 'community', 'communities'),
              ...(alternative_names.length > 0
                ? [`also known as ${alternative_names.join(', ')}`]
                : []),
            ].join(', ')}
          </p>
        </div>
        <div className="-ml-2.5 flex flex-wrap gap-1 sm:ml-0">
          <GhostButton
            icon={Pencil}
            aria-label={`Edit ${isolate(name)}`}
            onClick={() => onOpen({ action: 'edit', place })}
          >
            Edit
          </GhostButton>
          <GhostButton
            icon={Merge}
            aria-label={`Merge ${isolate(name)} into another place`}
            onClick={() => onOpen({ action: 'merge', place })}
          >
            Merge
          </GhostButton>
          <GhostButton
            icon={is_active ? Archive : ArchiveRestore}
            aria-label={is_active ? `Retire ${isolate(name)}` : `Restore ${isolate(name)}`}
            isPending={toggle.isPending}
            onClick={() => void toggle.run()}
          >
            {is_active ? 'Retire' : 'Restore'}
          </GhostButton>
        </div>
      </div>
      {toggle.problem && (
        <Notice
          tone="danger"
          className="mt-2"
          action={
            <SmallButton
              onClick={() => {
                toggle.reset()
                void reloadPlaces(queries)
              }}
            >
              Reload
            </SmallButton>
          }
        >
          {toggle.problem}
        </Notice>
      )}
    </li>
  )
}
