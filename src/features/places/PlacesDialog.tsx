import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Archive, ArchiveRestore, MapPinned, Merge, Pencil, SearchX } from 'lucide-react'
import { useState } from 'react'
import { isolate } from '../../lib/isolate.ts'
import { Badge } from '../../ui/Badge.tsx'
import { GhostButton, SmallButton } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState, Notice, StaleNotice } from '../../ui/Feedback.tsx'
import { formatCountOf } from '../../ui/format.ts'
import { Pager } from '../../ui/Pager.tsx'
import { ListDialog } from '../admin/ListDialog.tsx'
import { LoadState, MissingPage } from '../admin/ListParts.tsx'
import { useWrite } from '../data/useWrite.ts'
import { MergePlaceDialog } from './MergePlaceDialog.tsx'
import { CityDataCredit } from './PlaceFormFields.tsx'
import { PlaceFormDialog } from './PlaceFormDialog.tsx'
import {
  type ListedPlace,
  placesPage,
  placesPageSize,
  reloadPlaces,
  updatePlace,
} from './place-queries.ts'
import { groupByCountry } from './places.ts'

type OpenedPlace = { action: 'edit' | 'merge'; place: ListedPlace }

export function PlacesDialog({ onClose }: { onClose: () => void }) {
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const [opened, setOpened] = useState<{ action: 'add'; place?: undefined } | OpenedPlace | null>(
    null,
  )
  const [outcome, setOutcome] = useState('')
  const places = useQuery(placesPage(search, page))
  const rows = places.data

  const finish = (message: string) => {
    setOpened(null)
    setOutcome(message)
  }

  return (
    <ListDialog
      title="Places"
      description="The places where communities are listed. Owners can't choose retired places."
      searchLabel="Search places"
      search={search}
      onSearch={(text) => {
        setSearch(text)
        setPage(1)
      }}
      addLabel="Add place"
      onAdd={() => setOpened({ action: 'add' })}
      outcome={outcome}
      onClose={onClose}
    >
      <StaleNotice query={places} />
      {!rows ? (
        <LoadState query={places} failure="Error loading places" />
      ) : rows.length > 0 ? (
        <PlaceList
          rows={rows}
          isStale={places.isPlaceholderData}
          onOpen={setOpened}
          onDone={setOutcome}
        />
      ) : page > 1 ? (
        <MissingPage onFirstPage={() => setPage(1)} />
      ) : (
        <NoPlaces search={search} />
      )}
      <Pager
        label="Pages of places"
        page={page}
        pageSize={placesPageSize}
        total={rows?.[0]?.total ?? 0}
        onPageChange={setPage}
      />
      <div className="pt-4">
        <CityDataCredit />
      </div>
      {(opened?.action === 'add' || opened?.action === 'edit') && (
        <PlaceFormDialog
          edited={opened.place}
          onClose={() => setOpened(null)}
          onSaved={(name) =>
            finish(opened.place ? `${isolate(name)} saved` : `${isolate(name)} added`)
          }
        />
      )}
      {opened?.action === 'merge' && (
        <MergePlaceDialog
          place={opened.place}
          onClose={() => setOpened(null)}
          onMerged={(kept) =>
            finish(`${isolate(opened.place.name)} merged into ${isolate(kept.name)}`)
          }
        />
      )}
    </ListDialog>
  )
}

function NoPlaces({ search }: { search: string }) {
  return search ? (
    <EmptyState title="No places found" icon={SearchX}>
      No names or countries match this search.
    </EmptyState>
  ) : (
    <EmptyState title="No places yet" icon={MapPinned}>
      Add the first place, so that owners can choose it.
    </EmptyState>
  )
}

type ListProps = {
  rows: ListedPlace[]
  isStale: boolean
  onOpen: (opened: OpenedPlace) => void
  onDone: (outcome: string) => void
}

function PlaceList({ rows, isStale, onOpen, onDone }: ListProps) {
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
                ? [`also known as ${alternative_names.map(isolate).join(', ')}`]
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
