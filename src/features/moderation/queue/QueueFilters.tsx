import { FilterField } from '../../../ui/FilterField.tsx'
import { Options } from '../../../ui/Select.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { Segments } from '../../../ui/Segments.tsx'
import { formatCount } from '../../../ui/format.ts'
import { queueKinds, queueSorts, type QueueView, useAdminView } from '../../admin/admin-view.ts'
import { waitingOf, kindLabels, type QueueCounts } from './queue-counts.ts'

type Props = { view: QueueView; counts: QueueCounts | undefined }

/** The kinds with waiting communities. Phones have no room for a row of buttons. */
export function KindFilter({ view: { kind }, counts }: Props) {
  const { change } = useAdminView()
  const countText = (value: string, label: string) => {
    const chosen = queueKinds.find((one) => one === value)
    return counts ? `${label} (${formatCount(waitingOf(counts, chosen))})` : label
  }
  const shown = queueKinds.filter(
    (one) => one === kind || counts?.kinds.some((waiting) => waiting.kind === one),
  )
  const choose = (value: string) => change({ kind: shown.find((one) => one === value) ?? null })

  return (
    <>
      <FilterField
        label="Kind"
        className="min-w-0 flex-1 sm:hidden"
        value={kind ?? ''}
        onChange={choose}
      >
        <option value="">{countText('', 'All')}</option>
        <Options values={shown} textOf={(one) => countText(one, kindLabels[one])} />
      </FilterField>
      <div className="max-w-full min-w-0 max-sm:hidden">
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
}

/** The search and the order. */
export function QueueSearch({ view }: Pick<Props, 'view'>) {
  const { change, search } = useAdminView()
  return (
    <>
      <div className="min-w-0 flex-1">
        <SearchField
          label="Search the queue by name or owner"
          placeholder="Search the queue"
          value={view.search}
          onSearch={search}
        />
      </div>
      <FilterField
        label="Sort by"
        className="w-44 max-[26rem]:w-32"
        value={view.sort}
        onChange={(value) => {
          const sort = queueSorts.find((one) => one === value) ?? 'urgent'
          change({ sort: sort === 'urgent' ? null : sort })
        }}
      >
        <Options values={queueSorts} textOf={(sort) => sortLabels[sort]} />
      </FilterField>
    </>
  )
}
