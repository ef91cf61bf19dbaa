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
  onTask: (community: AdminCommunity, task: CommunityTask) => void
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
          cell: (community) => <CommunityCell community={community} />,
        },
        {
          header: 'Owner',
          sortBy: 'owner',
          cell: (community) => <OwnerCell community={community} />,
          className: 'lg:min-w-48',
        },
        {
          header: 'Status',
          sortBy: 'status',
          cell: (community) => <StatusCell community={community} />,
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
          cell: (community) => (
            <CommunityActions
              community={community}
              decisions={decisions}
              onTask={(task) => onTask(community, task)}
            />
          ),
          className: 'lg:w-px',
        },
      ]}
    />
  )
}
