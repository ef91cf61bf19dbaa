import { FileUp, Keyboard, List, PartyPopper, SearchX } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/Feedback.tsx'
import { kindParams, type QueueView, useAdminView } from '../../admin/admin-view.ts'
import { formatAge } from '../numbers/format-duration.ts'
import { IconButton } from '../../admin/ListParts.tsx'
import { ReviewNumbers } from '../numbers/ReviewNumbers.tsx'
import { CommunityViews } from '../table/CommunityViews.tsx'
import { oldestOfKind, type QueueCounts } from './queue-counts.ts'
import { KindFilter } from './QueueFilters.tsx'

type Props = {
  view: QueueView
  counts: QueueCounts | undefined
  onShortcuts: () => void
}

/** What the queue lists, and in which order. Narrow screens show the community or the list. */
export function QueueHeader({ view, counts, onShortcuts }: Props) {
  const { change } = useAdminView()
  const oldest = counts && !view.importId && oldestOfKind(counts, view.kind)
  const ofList = cx(!view.isListOpen && 'max-lg:hidden')
  return (
    // On the narrowest phones, the selects have just room for their values.
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 lg:gap-x-3 max-[23rem]:[&_select]:pr-7 max-[23rem]:[&_select]:pl-2">
      <CommunityViews view={view} />
      <KindFilter view={view} counts={counts} />
      <Button
        variant="secondary"
        icon={List}
        title="List"
        className="ml-auto max-[23rem]:px-3 lg:hidden"
        aria-pressed={view.isListOpen}
        onClick={() => change({ as: view.isListOpen ? null : 'list' })}
      >
        <span className="max-[23rem]:sr-only">List</span>
      </Button>
      <p role="status" className={cx('text-sm text-ink-soft tabular-nums max-lg:w-full', ofList)}>
        {oldest && `oldest: ${formatAge(oldest)}`}
      </p>
      <div className="ml-auto flex items-center gap-2 max-lg:hidden">
        <ReviewNumbers />
        <IconButton icon={Keyboard} label="Keyboard shortcuts" onClick={onShortcuts} />
      </div>
    </div>
  )
}

export function EmptyQueue({ view, counts }: Pick<Props, 'view' | 'counts'>) {
  const { change } = useAdminView()
  const { kind, importId, search } = view
  if (kind || search) {
    return (
      <EmptyState
        title={importId && !search ? 'Import reviewed' : 'Nothing to review here'}
        icon={importId && !search ? PartyPopper : SearchX}
        action={
          <Button onClick={() => change({ ...kindParams(), q: null })}>Show all to review</Button>
        }
      >
        {importId && !search
          ? 'None of its communities wait for a review.'
          : 'No community in the queue matches these filters.'}
      </EmptyState>
    )
  }
  if (counts && counts.all > 0) {
    return (
      <EmptyState title="Only imports wait" icon={FileUp}>
        Choose one to review its communities.
      </EmptyState>
    )
  }
  return (
    <EmptyState title="Nothing to review" icon={PartyPopper}>
      Every community has been reviewed. New ones appear here automatically.
    </EmptyState>
  )
}
