import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MapPinned, SearchX } from 'lucide-react'
import { useState } from 'react'
import { isolate } from '../../lib/isolate.ts'
import { supabase } from '../../supabase/client.ts'
import { unwrap } from '../../supabase/errors.ts'
import { EmptyState, Notice, StaleNotice } from '../../ui/Feedback.tsx'
import { formatCountOf } from '../../ui/format.ts'
import { Pager } from '../../ui/Pager.tsx'
import { ListDialog } from '../admin/ListDialog.tsx'
import { LoadState, MissingPage } from '../admin/ListParts.tsx'
import { PlaceChoiceDialog } from './PlaceChoiceDialog.tsx'
import { CityDataCredit } from './PlaceFields.tsx'
import { PlaceFormDialog } from './PlaceFormDialog.tsx'
import {
  type ListedPlace,
  type PlaceOption,
  placesPage,
  placesPageSize,
  reloadPlaces,
} from './place-queries.ts'
import { type OpenedPlace, PlaceList } from './PlaceList.tsx'

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

type MergeProps = {
  place: ListedPlace
  onClose: () => void
  onMerged: (kept: PlaceOption) => void
}

function MergePlaceDialog({ place, onClose, onMerged }: MergeProps) {
  const queries = useQueryClient()
  return (
    <PlaceChoiceDialog
      title={`Merge ${isolate(place.name)} into another place`}
      label="Keep this place"
      isOffered={({ id }) => id !== place.id}
      submitLabel={(kept) => (kept ? `Merge into ${isolate(kept.name)}` : 'Merge')}
      isDangerous
      write={async (kept) => {
        unwrap(await supabase.rpc('merge_places', { merged_id: place.id, kept_id: kept.id }))
        await reloadPlaces(queries)
      }}
      failure="Failed to merge places"
      onClose={onClose}
      onSaved={onMerged}
    >
      {(kept) => (
        <Notice tone="warning" title={describeMove(place.communities, kept.name)}>
          <p>
            {`${isolate(place.name)} is then deleted. Its name becomes an alternative name of ${isolate(kept.name)}, so old links and searches keep working. This can't be undone.`}
          </p>
          {!kept.is_active && <p>{`${isolate(kept.name)} is retired: owners can't choose it.`}</p>}
        </Notice>
      )}
    </PlaceChoiceDialog>
  )
}

function describeMove(communities: number, kept: string): string {
  return communities === 0
    ? 'No communities are listed there'
    : `${formatCountOf(communities, 'community moves', 'communities move')} to ${kept}`
}
