import { useQuery } from '@tanstack/react-query'
import { MapPinned, Plus, SearchX } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { EmptyState, StaleNotice } from '../../../ui/Feedback.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { LoadState, MissingPage } from '../ListParts.tsx'
import { CityDataCredit } from './CitySuggestions.tsx'
import { MergePlaceDialog } from './MergePlaceDialog.tsx'
import { PlaceFormDialog } from './PlaceFormDialog.tsx'
import { placesPage, placesPageSize } from './place-queries.ts'
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
    <Dialog
      onClose={onClose}
      size="lg"
      title="Places"
      description="The places where communities are listed. Owners can't choose retired places."
      footer={
        <>
          <p role="status" className="mr-auto self-center text-sm font-semibold text-success-ink">
            {outcome}
          </p>
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <div className="mb-4 grid grid-cols-[minmax(0,1fr)_auto] gap-2">
        <SearchField
          label="Search places"
          value={search}
          onSearch={(text) => {
            setSearch(text)
            setPage(1)
          }}
        />
        <Button icon={Plus} onClick={() => setOpened({ action: 'add' })}>
          Add place
        </Button>
      </div>
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
          onSaved={(name) => finish(opened.place ? `${name} saved` : `${name} added`)}
        />
      )}
      {opened?.action === 'merge' && (
        <MergePlaceDialog
          place={opened.place}
          onClose={() => setOpened(null)}
          onMerged={(kept) => finish(`${opened.place.name} merged into ${kept.name}`)}
        />
      )}
    </Dialog>
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
