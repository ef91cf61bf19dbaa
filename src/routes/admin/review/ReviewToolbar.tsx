import { Check, ChevronLeft, ChevronRight, Flag, History, Pencil, Trash2, X } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { Kbd } from '../../../ui/Badge.tsx'
import type { QueuedCommunity } from './queue-queries.ts'
import { pendingReason } from './pending-reason.ts'
import type { Review } from './useReview.ts'

type Props = { review: Review; current: QueuedCommunity; showsKeys: boolean }

/** What can be done with the community on view; it stays in reach below a long one. */
export function ReviewToolbar({ review, current, showsKeys }: Props) {
  const { rows, index, approve, reject, resolveReports, openDialog, move } = review
  const saving = review.decisions.saving.get(current.id)
  const isSaving = saving !== undefined
  const reason = pendingReason(current)
  const isChange = reason === 'changes'
  const changes = <span className="max-sm:sr-only">changes</span>
  const hint = (key: string) =>
    showsKeys && (
      <span className="max-lg:hidden">
        <Kbd>{key}</Kbd>
      </span>
    )

  return (
    <div
      role="toolbar"
      aria-label="Review actions"
      className="sticky bottom-0 z-10 -mx-4 mt-4 flex flex-wrap items-center gap-2 border-t border-line rounded-b-2xl bg-surface px-4 py-3 sm:-mx-6 sm:px-6"
    >
      {reason !== 'reports' && (
        <Button
          icon={Check}
          busy={isSaving && saving !== 'resolve'}
          disabled={saving === 'resolve'}
          onClick={approve}
        >
          {reason === 'groups' ? 'Confirm groups' : isChange ? <>Accept {changes}</> : 'Approve'}{' '}
          {hint('A')}
        </Button>
      )}
      {reason !== 'reports' && reason !== 'groups' && (
        <Button variant="secondary" icon={X} disabled={isSaving} onClick={reject}>
          {isChange ? <>Decline {changes}</> : 'Reject'} {hint('R')}
        </Button>
      )}
      {current.community_reports.length > 0 && (
        <Button
          variant={reason === 'reports' ? 'primary' : 'secondary'}
          icon={Flag}
          busy={saving === 'resolve'}
          disabled={isSaving && saving !== 'resolve'}
          onClick={resolveReports}
        >
          {current.community_reports.length === 1 ? 'Resolve report' : 'Resolve reports'}{' '}
          {hint('S')}
        </Button>
      )}
      <Button variant="ghost" icon={Pencil} onClick={() => openDialog('edit')}>
        <span className="max-sm:sr-only">Edit</span> {hint('E')}
      </Button>
      <Button variant="ghost" icon={History} onClick={() => openDialog('history')}>
        <span className="max-sm:sr-only">History</span> {hint('H')}
      </Button>
      {reason === 'reports' && (
        <Button
          variant="ghost"
          icon={Trash2}
          aria-label="Delete"
          onClick={() => openDialog('delete')}
        />
      )}
      <span className="ml-auto flex gap-1">
        <Button
          variant="secondary"
          icon={ChevronLeft}
          aria-label="Previous community"
          disabled={index === 0}
          onClick={() => move(-1)}
        />
        <Button
          variant="secondary"
          icon={ChevronRight}
          aria-label="Next community"
          disabled={index >= rows.length - 1}
          onClick={() => move(1)}
        />
      </span>
    </div>
  )
}
