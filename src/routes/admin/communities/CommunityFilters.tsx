import { FilterX } from 'lucide-react'
import { allCategories, countries } from '../../../communities/vocabulary.ts'
import { Button } from '../../../ui/Button.tsx'
import { FilterField } from '../../../ui/FilterField.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { type CommunitiesView, isNarrowed } from '../admin-view.ts'
import { type SortChoice, SortField } from '../ListParts.tsx'
import { everyCommunity } from './community-queries.ts'
import { OwnerFilter } from './OwnerFilter.tsx'

type Props = {
  view: CommunitiesView
  onShow: (view: CommunitiesView) => void
  onRefine: (view: CommunitiesView) => void
}

const letters = { ascending: 'A to Z', descending: 'Z to A' }
const sorts: SortChoice<CommunitiesView['sort']>[] = [
  { by: 'created', label: 'Created', ascending: 'oldest first', descending: 'newest first' },
  { by: 'name', label: 'Name', ...letters },
  { by: 'owner', label: 'Owner', ...letters },
  { by: 'status', label: 'Status', ascending: 'pending first', descending: 'rejected first' },
]

/** Narrows the table. Every change starts again at the first page. */
export function CommunityFilters({ view, onShow, onRefine }: Props) {
  const narrow = (changes: Partial<CommunitiesView>) => onShow({ ...view, ...changes, page: 1 })

  return (
    <div className="space-y-3">
      <div className="grid grid-cols-2 gap-2 lg:grid-cols-[minmax(16rem,1fr)_12rem_11rem]">
        <div className="max-lg:col-span-2">
          <SearchField
            label="Search name, place, link or owner"
            value={view.search}
            onSearch={(search) => onRefine({ ...view, search, page: 1 })}
          />
        </div>
        <FilterField
          label="Category"
          value={view.category ?? ''}
          onChange={(value) =>
            narrow({ category: allCategories.find((category) => category === value) })
          }
        >
          <option value="">Every category</option>
          {allCategories.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </FilterField>
        <FilterField
          label="Country"
          value={view.country ?? ''}
          onChange={(value) => narrow({ country: countries.find((country) => country === value) })}
        >
          <option value="">Every country</option>
          {countries.map((country) => (
            <option key={country}>{country}</option>
          ))}
        </FilterField>
        <SortField
          className="col-span-2 lg:hidden"
          choices={sorts}
          value={{ by: view.sort, descending: view.descending }}
          onChange={(sort, descending) => narrow({ sort, descending })}
        />
      </div>
      {isNarrowed(view) && (
        <div className="flex flex-wrap items-center gap-2">
          {view.owner && (
            <OwnerFilter ownerId={view.owner} onRemove={() => narrow({ owner: undefined })} />
          )}
          <Button
            variant="ghost"
            size="sm"
            icon={FilterX}
            onClick={() => narrow({ ...everyCommunity, status: view.status })}
          >
            Clear filters
          </Button>
        </div>
      )}
    </div>
  )
}
