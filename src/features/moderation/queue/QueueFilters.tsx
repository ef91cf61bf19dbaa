import { FilterField } from '../../../ui/FilterField.tsx'
import { Options } from '../../../ui/Select.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { Segments } from '../../../ui/Segments.tsx'
import { formatCount } from '../../../ui/format.ts'
import {
  kindParams,
  queueKinds,
  queueSorts,
  type QueueView,
  useAdminView,
} from '../../admin/admin-view.ts'
import {
  kindLabels,
  listedOf,
  maxSortedByRisk,
  type QueueCounts,
  waitingOf,
} from './queue-counts.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { cx } from '../../../ui/cx.ts'
import { textLink } from '../../../ui/text-link.ts'
import { communityCounts } from '../table/community-queries.ts'

type Props = { view: QueueView; counts: QueueCounts | undefined }

/** The kinds with waiting communities. Narrow screens have no room for a row of buttons. */
export function KindFilter({ view: { kind }, counts }: Props) {
  const { change } = useAdminView()
  const countText = (value: string, label: string) => {
    const chosen = queueKinds.find((one) => one === value)
    return counts ? `${label} (${formatCount(waitingOf(counts, chosen))})` : label
  }
  const shown = queueKinds.filter(
    (one) => one === kind || counts?.kinds.some((waiting) => waiting.kind === one),
  )
  const choose = (value: string) => change(kindParams(shown.find((one) => one === value)))

  return (
    <>
      <FilterField
        label="Kind"
        className="min-w-0 flex-1 lg:hidden"
        value={kind ?? ''}
        onChange={choose}
      >
        <option value="">{countText('', 'All')}</option>
        <Options values={shown} textOf={(one) => countText(one, kindLabels[one])} />
      </FilterField>
      <div className="max-w-full min-w-0 max-lg:hidden">
        <Segments
          label="Kind"
          isDense
          value={kind ?? 'all'}
          segments={[
            { value: 'all', label: 'All', count: counts?.all },
            ...shown.map((one) => ({
              value: one,
              label: kindLabels[one],
              count: counts && waitingOf(counts, one),
            })),
          ]}
          onChange={choose}
        />
      </div>
    </>
  )
}

const sortLabels = {
  urgent: 'Most urgent first',
  oldest: 'Oldest first',
  newest: 'Newest first',
  risk: 'Most risk signals first',
}

/** The search and the order, above the list. They keep the focus while the list loads or finds nothing. */
export function ListFilters({ view, counts }: Props) {
  const { change, search } = useAdminView()
  const isPartlySorted =
    view.sort === 'risk' && counts !== undefined && listedOf(counts, view) > maxSortedByRisk
  return (
    <div className="space-y-1.5 border-b border-line px-3 py-2">
      <SearchField
        label="Search the queue by name or owner"
        placeholder="Search name or owner"
        value={view.search}
        onSearch={search}
      />
      <FilterField
        label="Sort by"
        value={view.sort}
        onChange={(value) => {
          const sort = queueSorts.find((one) => one === value) ?? 'urgent'
          change({ sort: sort === 'urgent' ? null : sort })
        }}
      >
        <Options values={queueSorts} textOf={(sort) => sortLabels[sort]} />
      </FilterField>
      {isPartlySorted && (
        <p className="text-sm text-ink-soft">{`The ${maxSortedByRisk} most urgent are sorted by risk.`}</p>
      )}
      <SuspendedOwners />
    </div>
  )
}

const filter = { search: 'is:waiting', visibility: 'suspended' } as const
const url = `/admin?${new URLSearchParams({ q: filter.search, visibility: filter.visibility })}`

/** How many communities of the queue have a suspended owner, with a link to them. They come last in the queue. */
function SuspendedOwners() {
  const count = useQuery(communityCounts(filter)).data?.all ?? 0
  if (count === 0) return null
  return (
    <Link to={url} className={cx('text-sm', textLink)}>
      {`${formatCount(count)} of suspended owners, listed last`}
    </Link>
  )
}
