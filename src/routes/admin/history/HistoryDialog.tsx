import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { EmptyState } from '../../../ui/Feedback.tsx'
import { LoadState } from '../LoadState.tsx'
import { HistoryItem } from './HistoryItem.tsx'
import { type HistorySubject, historyOf } from './history-queries.ts'

export type HistoryDialogProps = { subject: HistorySubject; onClose: () => void }

/** What was decided and changed, by whom and when, from the append-only log of the database. */
export function HistoryDialog({ subject, onClose }: HistoryDialogProps) {
  const history = useInfiniteQuery(historyOf(subject))
  const entries = history.data?.pages.flat() ?? []

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={subject === 'everything' ? 'Activity' : 'History'}
      description={
        subject === 'everything' ? 'Everything that admins decided and changed.' : subject.name
      }
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {!history.data ? (
        <LoadState query={history} failure="Error loading the history" />
      ) : entries.length === 0 ? (
        <EmptyState title="Nothing has happened yet" icon={History}>
          Decisions, edits by an admin, changed credits and deletions are kept here.
        </EmptyState>
      ) : (
        <ol className="space-y-5 border-l-2 border-line pl-5">
          {entries.map((entry) => (
            <HistoryItem key={entry.id} entry={entry} showsSubject={subject === 'everything'} />
          ))}
        </ol>
      )}
      {history.hasNextPage && (
        <div className="pt-5 text-center">
          <Button
            variant="secondary"
            size="sm"
            busy={history.isFetchingNextPage}
            onClick={() => void history.fetchNextPage()}
          >
            Show older entries
          </Button>
        </div>
      )}
    </Dialog>
  )
}
