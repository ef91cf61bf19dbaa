import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { Differences } from '../../../communities/Differences.tsx'
import { Button, SmallButton } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { EmptyState } from '../../../ui/Feedback.tsx'
import { formatMoment } from '../../../ui/format.ts'
import { summaryClass } from '../../../ui/text-link.ts'
import { LoadState } from '../ListParts.tsx'
import {
  type HistoryEntry,
  type HistorySubject,
  changesIn,
  loggedName,
  historyOf,
  describeAction,
  describeActor,
} from './history.ts'

type Props = { subject: HistorySubject; onClose: () => void }

export function HistoryDialog({ subject, onClose }: Props) {
  const history = useInfiniteQuery(historyOf(subject))
  const entries = history.data?.pages.flat() ?? []

  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title={subject === 'everything' ? 'Activity' : 'History'}
      description={subject === 'everything' ? 'Decisions and changes by admins.' : subject.name}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {!history.data ? (
        <LoadState query={history} failure="Error loading the history" />
      ) : entries.length === 0 ? (
        <EmptyState title="No entries" icon={History}>
          Decisions, edits by admins, credit changes and deletions appear here. Old entries are
          deleted.
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
          <SmallButton
            isPending={history.isFetchingNextPage}
            onClick={() => void history.fetchNextPage()}
          >
            Show older entries
          </SmallButton>
        </div>
      )}
    </Dialog>
  )
}

export function HistoryItem({
  entry,
  showsSubject,
}: {
  entry: HistoryEntry
  showsSubject: boolean
}) {
  const changes = changesIn(entry)
  const name = showsSubject && (entry.subjectName ?? loggedName(entry))

  return (
    <li className="relative min-w-0 before:absolute before:top-2 before:-left-[1.65rem] before:size-2.5 before:rounded-full before:bg-clay">
      <p>
        <span className="font-semibold">{describeAction(entry)}</span>{' '}
        <span className="text-ink-soft">{`by ${describeActor(entry)}`}</span>
      </p>
      <p className="text-sm text-ink-soft">
        <time dateTime={entry.at}>{formatMoment(entry.at)}</time>
      </p>
      {name && (
        <p translate="no" className="text-sm">
          {name}
        </p>
      )}
      {changes.length > 0 && (
        <details className="mt-1 text-sm">
          <summary className={summaryClass}>What changed</summary>
          <Differences differences={changes} captions={['Before', 'After']} />
        </details>
      )}
    </li>
  )
}
