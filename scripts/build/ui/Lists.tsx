import { useState } from 'react'
import { Badge } from '../../../src/ui/Badge.tsx'
import { Card } from '../../../src/ui/Card.tsx'
import { DataTable } from '../../../src/ui/DataTable.tsx'
import { Pager } from '../../../src/ui/Pager.tsx'
import { Skeleton } from '../../../src/ui/Loading.tsx'
import { Chapter, Sample } from './Sample.tsx'

const rows = [
  { id: '1', name: 'Atlantic Kite Crew', members: 412 },
  { id: '2', name: 'A community with a name so long that it needs a second line', members: 1284 },
]

export function Lists() {
  const [descending, setDescending] = useState(false)
  const [page, setPage] = useState(2)
  return (
    <Chapter title="Cards, tables and lists">
      <Card title="A card" description="With a line below its title.">
        <p className="px-5 pb-5 sm:px-6">Its content.</p>
      </Card>
      <DataTable
        caption="Communities"
        rows={rows}
        isStale={false}
        sort={{ by: 'name', descending }}
        onSort={() => setDescending(!descending)}
        columns={[
          { header: 'Community', sortBy: 'name', cell: ({ name }) => name },
          { header: 'Members', cell: ({ members }) => members.toLocaleString('en') },
          { header: 'Status', cell: () => <Badge tone="green">Approved</Badge> },
        ]}
      />
      <Pager label="Pages" page={page} pageSize={50} total={340} onPageChange={setPage} />
      <Sample title="Loading">
        <div className="w-64 space-y-2">
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-10 w-24 rounded-lg" />
        </div>
      </Sample>
    </Chapter>
  )
}
