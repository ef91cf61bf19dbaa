import { useQuery } from '@tanstack/react-query'
import { FilterX, SlidersHorizontal, UserRound, X } from 'lucide-react'
import { useId, useState } from 'react'
import { isolate } from '../../../lib/isolate.ts'
import {
  allCategories,
  allStatuses,
  findCategory,
  statusLabels,
} from '../../community/vocabulary.ts'
import { Button, GhostButton } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { FilterField } from '../../../ui/FilterField.tsx'
import { Options } from '../../../ui/Select.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { formatCount } from '../../../ui/format.ts'
import {
  type CommunitiesView,
  hasFilters,
  noFilters,
  useAdminView,
  visibilities,
} from '../../admin/admin-view.ts'
import { placeCountries } from '../../places/place-queries.ts'
import { communityCounts, ownerName } from './community-queries.ts'
import { alphabetical, CardSortField, type SortChoice } from '../../admin/ListParts.tsx'

const sorts: SortChoice<CommunitiesView['sort']>[] = [
  { by: 'created', label: 'Created', ascending: 'oldest first', descending: 'newest first' },
  { by: 'name', label: 'Name', ...alphabetical },
  { by: 'owner', label: 'Owner', ...alphabetical },
  { by: 'status', label: 'Status', ascending: 'pending first', descending: 'rejected first' },
]

/** The search and the filters. On narrow screens a button opens the filters and shows how many are active. */
export function CommunityFilters({ view }: { view: CommunitiesView }) {
  const { change, search } = useAdminView()
  const [isOpen, setIsOpen] = useState(false)
  const panelId = useId()
  const activeCount = [view.status, view.category, view.country, view.link, view.visibility].filter(
    Boolean,
  ).length

  return (
    <div className="space-y-3">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 lg:grid-cols-[minmax(16rem,1fr)_auto]">
        <SearchField
          label="Search name, place, link or owner"
          placeholder="Search communities"
          value={view.search}
          onSearch={search}
        />
        <Button
          variant="secondary"
          icon={SlidersHorizontal}
          aria-expanded={isOpen}
          aria-controls={panelId}
          className="lg:hidden"
          onClick={() => setIsOpen(!isOpen)}
        >
          <span>Filters</span>
          {activeCount > 0 && (
            <span className="rounded-full bg-accent px-1.5 text-xs text-accent-on tabular-nums">
              <span>{activeCount}</span>
              <span className="sr-only"> active</span>
            </span>
          )}
        </Button>
        <div
          id={panelId}
          className={cx(
            'grid gap-2 max-lg:col-span-2 sm:grid-cols-2 lg:grid-cols-[11rem_10rem_8rem_10.5rem]',
            !isOpen && 'max-lg:hidden',
          )}
        >
          <StatusField view={view} />
          <FilterField
            label="Category"
            value={view.category ?? ''}
            onChange={(value) => change({ category: findCategory(value) ?? null })}
          >
            <option value="">All categories</option>
            <Options values={allCategories} />
          </FilterField>
          <CountryField view={view} />
          <FilterField
            label="Link"
            value={view.link ?? ''}
            onChange={(value) => change({ link: value === 'dead' ? value : null })}
          >
            <option value="">All links</option>
            <option value="dead">Dead links</option>
          </FilterField>
          <FilterField
            label="Visibility"
            value={view.visibility ?? ''}
            onChange={(value) =>
              change({ visibility: visibilities.find((name) => name === value) ?? null })
            }
          >
            <option value="">Any visibility</option>
            <option value="hidden">Hidden</option>
            <option value="paused">Paused</option>
            <option value="asleep">Asleep</option>
            <option value="suspended">Suspended</option>
          </FilterField>
          <CardSortField choices={sorts} view={view} />
        </div>
      </div>
      {hasFilters(view) && (
        <div className="flex flex-wrap items-center gap-2">
          {view.owner && <OwnerFilter ownerId={view.owner} />}
          <GhostButton
            icon={FilterX}
            className="first:-ml-2.5"
            onClick={() => change({ ...noFilters, status: view.status ?? null })}
          >
            Clear filters
          </GhostButton>
        </div>
      )}
    </div>
  )
}

/** Offers the countries that have a place, and the country in the URL. */
function CountryField({ view: { country: chosen = '' } }: { view: CommunitiesView }) {
  const { change } = useAdminView()
  const { data: countries = [] } = useQuery(placeCountries)
  const options = countries.includes(chosen) || !chosen ? countries : [chosen, ...countries]

  return (
    <FilterField
      label="Country"
      value={chosen}
      onChange={(country) => change({ country: country || null })}
    >
      <option value="">All countries</option>
      <Options values={options} />
    </FilterField>
  )
}

/** The status filter of phones, which have no room for the row of buttons. */
function StatusField({ view }: { view: CommunitiesView }) {
  const { change } = useAdminView()
  const counts = useQuery(communityCounts(view)).data
  const text = (label: string, count: number | undefined) =>
    count === undefined ? label : `${label} (${formatCount(count)})`

  return (
    <FilterField
      label="Status"
      className="sm:hidden"
      value={view.status ?? ''}
      onChange={(value) =>
        change({ status: allStatuses.find((status) => status === value) ?? null })
      }
    >
      <option value="">{text('All statuses', counts?.all)}</option>
      <Options
        values={allStatuses}
        textOf={(status) => text(statusLabels[status], counts?.[status])}
      />
    </FilterField>
  )
}

function OwnerFilter({ ownerId }: { ownerId: string }) {
  const { change } = useAdminView()
  const owner = useQuery(ownerName(ownerId))
  const name = owner.isPending ? '...' : (owner.data ?? 'deleted user')

  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1.5 rounded-full bg-accent-soft py-0.5 pr-1 pl-3 text-sm font-semibold text-accent-ink">
      <UserRound aria-hidden="true" className="size-4 shrink-0" />
      <span className="truncate">{`Communities of ${isolate(name)}`}</span>
      <GhostButton
        icon={X}
        aria-label="Show all owners"
        className="size-7! rounded-full!"
        onClick={() => change({ owner: null })}
      />
    </span>
  )
}
