import { ArrowLeft, GalleryVerticalEnd, Keyboard, List, PartyPopper } from 'lucide-react'
import { Button, GhostButton } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/Feedback.tsx'
import { Segments } from '../../../ui/Segments.tsx'
import { type QueueView, useAdminView } from '../../admin/admin-view.ts'
import { IconButton } from '../../admin/ListParts.tsx'
import { describeCounts, type QueueCounts } from './queue.ts'
import { SuspendedOwners } from './SuspendedOwners.tsx'

type Props = {
  view: QueueView
  counts: QueueCounts | undefined
  onShortcuts: () => void
}

/** The way back to the table, the counts, and how the queue is shown. */
export function QueueHeader({ view, counts, onShortcuts }: Props) {
  const { change, open } = useAdminView()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <GhostButton icon={ArrowLeft} className="-ml-2" onClick={() => open({})}>
        All communities
      </GhostButton>
      <p role="status" className="text-sm text-ink-soft tabular-nums max-sm:order-last">
        {counts && counts.all > 0 && describeCounts(counts)}
      </p>
      <SuspendedOwners />
      <div className="ml-auto flex items-center gap-2">
        <Segments
          label="Show"
          hidesLabelsOnPhones
          isDense
          value={view.layout}
          segments={[
            { value: 'one', label: 'One at a time', icon: GalleryVerticalEnd },
            { value: 'list', label: 'List', icon: List },
          ]}
          onChange={(as) => change({ as, page: view.page })}
        />
        <IconButton icon={Keyboard} label="Keyboard shortcuts" onClick={onShortcuts} />
      </div>
    </div>
  )
}

export function EmptyQueue({ page }: { page: number }) {
  const { change } = useAdminView()
  if (page > 1) {
    return (
      <EmptyState
        title="Nothing to review on this page"
        icon={PartyPopper}
        action={<Button onClick={() => change({ page: 1 })}>First page</Button>}
      />
    )
  }
  return (
    <EmptyState title="Nothing to review" icon={PartyPopper}>
      Every community has been reviewed. New ones appear here automatically.
    </EmptyState>
  )
}
