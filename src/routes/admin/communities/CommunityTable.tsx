import { DataTable, type Sort } from '../../../ui/DataTable.tsx'
import { formatDate } from '../../../ui/format-date.ts'
import type { Decisions } from '../decisions/useDecisions.ts'
import type { AdminCommunity } from './community-queries.ts'
import { CommunityActions, type CommunityTask } from './CommunityActions.tsx'
import { CommunityCell, OwnerCell, StatusCell } from './CommunityCells.tsx'

type Props = {
  rows: AdminCommunity[]
  stale: boolean
  sort: Sort
  onSort: (by: string) => void
  decisions: Decisions
  onTask: (listing: AdminCommunity, task: CommunityTask) => void
}

/** The columns of the specification, section 2. */
export function CommunityTable({ rows, stale, sort, onSort, decisions, onTask }: Props) {
  return (
    <DataTable
      caption="Communities"
      rows={rows}
      rowKey={({ id }) => id}
      stale={stale}
      sort={sort}
      onSort={onSort}
      columns={[
        {
          header: 'Community',
          unlabelled: true,
          sortBy: 'name',
          cell: (listing) => <CommunityCell listing={listing} />,
        },
        {
          header: 'Owner',
          sortBy: 'owner',
          cell: (listing) => <OwnerCell listing={listing} />,
          className: 'lg:min-w-48',
        },
        {
          header: 'Status',
          sortBy: 'status',
          cell: (listing) => <StatusCell listing={listing} />,
        },
        {
          header: 'Created',
          sortBy: 'created',
          cell: ({ created_at }) => formatDate(created_at),
          className: 'whitespace-nowrap',
        },
        {
          header: 'Actions',
          unlabelled: true,
          cell: (listing) => (
            <CommunityActions
              listing={listing}
              decisions={decisions}
              onTask={(task) => onTask(listing, task)}
            />
          ),
          className: 'lg:w-px',
        },
      ]}
    />
  )
}
