import { useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { allStatuses, statusLabels } from '../../../communities/vocabulary.ts'
import { Button } from '../../../ui/Button.tsx'
import { Segments } from '../../../ui/Segments.tsx'
import type { CommunitiesView } from '../admin-view.ts'
import { ExportButton } from '../export/ExportButton.tsx'
import { queueCounts } from '../queue/queue-queries.ts'
import { communityCounts } from './community-queries.ts'

type Props = {
  view: CommunitiesView
  onShow: (view: CommunitiesView) => void
  onReview: () => void
}

/** How many communities there are, by status; apart from their rows, which a number leaves as they are. */
export function CommunitiesHeader({ view, onShow, onReview }: Props) {
  const counts = useQuery(communityCounts(view)).data
  const waiting = useQuery(queueCounts).data

  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <Segments
        label="Status"
        value={view.status ?? 'all'}
        segments={(['all', ...allStatuses] as const).map((status) => ({
          value: status,
          label: status === 'all' ? 'All' : statusLabels[status],
          count: counts?.[status],
        }))}
        onChange={(status) =>
          onShow({ ...view, status: status === 'all' ? undefined : status, page: 1 })
        }
      />
      <div className="flex flex-wrap gap-2">
        <ExportButton kind="communities" view={view} total={counts?.[view.status ?? 'all']} />
        <Button icon={ListChecks} onClick={onReview}>
          Review queue{' '}
          {waiting && (
            <span className="rounded-full bg-accent-on/20 px-1.5 text-xs tabular-nums">
              {(waiting.pending + waiting.held).toLocaleString('en')}
            </span>
          )}
        </Button>
      </div>
    </div>
  )
}
