import { ArrowLeft, Keyboard, List, PartyPopper, SearchX } from 'lucide-react'
import { Button, GhostButton } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/Feedback.tsx'
import { formatAge } from '../../../ui/format.ts'
import { type QueueView, useAdminView } from '../../admin/admin-view.ts'
import { IconButton } from '../../admin/ListParts.tsx'
import { ReviewNumbers } from '../numbers/ReviewNumbers.tsx'
import { oldestOfKind, type QueueCounts } from './queue-counts.ts'
import { KindFilter, QueueSearch } from './QueueFilters.tsx'
import { SuspendedOwners } from './SuspendedOwners.tsx'

type Props = {
  view: QueueView
  counts: QueueCounts | undefined
  onShortcuts: () => void
}

/** What the queue lists, and in which order. Narrow screens show the community, or the list with its search. */
export function QueueHeader({ view, counts, onShortcuts }: Props) {
  const { change, open } = useAdminView()
  const oldest = counts && oldestOfKind(counts, view.kind)
  const ofList = cx(!view.isListOpen && 'max-lg:hidden')
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <GhostButton icon={ArrowLeft} className="-ml-2" onClick={() => open({})}>
        <span className="max-sm:sr-only">All communities</span>
      </GhostButton>
      <KindFilter view={view} counts={counts} />
      <Button
        variant="secondary"
        icon={List}
        className="ml-auto lg:hidden"
        aria-pressed={view.isListOpen}
        onClick={() => change({ as: view.isListOpen ? null : 'list' })}
      >
        List
      </Button>
      <div className={cx('flex flex-1 basis-80 items-center gap-2', ofList)}>
        <QueueSearch view={view} />
      </div>
      <p role="status" className={cx('text-sm text-ink-soft tabular-nums', ofList)}>
        {oldest && `oldest: ${formatAge(oldest)}`}
      </p>
      <div className={ofList}>
        <SuspendedOwners />
      </div>
      <div className={ofList}>
        <ReviewNumbers />
      </div>
      <div className="max-sm:hidden">
        <IconButton icon={Keyboard} label="Keyboard shortcuts" onClick={onShortcuts} />
      </div>
    </div>
  )
}

export function EmptyQueue({ view: { kind, search } }: Pick<Props, 'view'>) {
  const { change } = useAdminView()
  if (kind || search) {
    return (
      <EmptyState
        title="Nothing to review here"
        icon={SearchX}
        action={<Button onClick={() => change({ kind: null, q: null })}>Show all to review</Button>}
      >
        No community in the queue matches these filters.
      </EmptyState>
    )
  }
  return (
    <EmptyState title="Nothing to review" icon={PartyPopper}>
      Every community has been reviewed. New ones appear here automatically.
    </EmptyState>
  )
}
