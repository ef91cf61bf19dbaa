import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { History } from 'lucide-react'
import type { ReactElement } from 'react'
import { Differences } from '../community/Differences.tsx'
import { SmallButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Feedback.tsx'
import { cx } from '../../ui/cx.ts'
import { formatMoment } from '../../ui/format.ts'
import { summaryClass } from '../../ui/text-link.ts'
import { LoadState } from '../admin/ListParts.tsx'
import { changesIn, describeAction, describeActor, loggedName } from './history.ts'
import { type HistoryEntry, historyOf } from './history-queries.ts'

type Props = {
  query: UseInfiniteQueryResult<{ pages: readonly (readonly HistoryEntry[])[] }>
  /** Whether each entry names its community, user or place. */
  showsSubjects?: boolean
  /** Shown if there are no entries. */
  empty: ReactElement
}

/** Entries of the audit log, newest first, with a button for older ones. */
export function HistoryList({ query, showsSubjects = false, empty }: Props) {
  if (!query.data) return <LoadState query={query} failure="Error loading the history" />
  const entries = query.data.pages.flat()
  if (entries.length === 0) return empty
  return (
    <>
      <ol
        aria-busy={query.isPlaceholderData}
        className={cx(
          'space-y-5 border-l-2 border-line pl-5',
          query.isPlaceholderData && 'opacity-60',
        )}
      >
        {entries.map((entry) => (
          <HistoryItem key={entry.id} entry={entry} showsSubject={showsSubjects} />
        ))}
      </ol>
      {query.hasNextPage && (
        <div className="pt-5 text-center">
          <SmallButton
            isPending={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Show older entries
          </SmallButton>
        </div>
      )}
    </>
  )
}

function HistoryItem({ entry, showsSubject }: { entry: HistoryEntry; showsSubject: boolean }) {
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
        <p dir="auto" translate="no" className="text-sm">
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

const shownEntries = 5

/** The newest entries of the log; the dialog 'History' has all. */
export function RecentHistory({ communityId: id }: { communityId: string }) {
  const history = useInfiniteQuery(historyOf({ id }))
  const entries = history.data?.pages[0]?.slice(0, shownEntries) ?? []
  return (
    <div className="min-w-0">
      <p className="mb-2 font-semibold">History</p>
      {history.data ? (
        entries.length === 0 ? (
          <p className="text-ink-soft">No entries</p>
        ) : (
          <ol aria-label="History" className="space-y-3 border-l-2 border-line pl-5">
            {entries.map((entry) => (
              <HistoryItem key={entry.id} entry={entry} showsSubject={false} />
            ))}
          </ol>
        )
      ) : (
        <LoadState query={history} failure="Error loading the history" />
      )}
    </div>
  )
}

export function NoHistory() {
  return (
    <EmptyState title="No entries" icon={History}>
      Decisions, edits by admins, credit changes and deletions appear here. Old entries are deleted.
    </EmptyState>
  )
}
