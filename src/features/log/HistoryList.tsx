import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { Differences } from '../community/Differences.tsx'
import { SmallButton } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { formatMoment } from '../../ui/format.ts'
import { summaryClass } from '../../ui/text-link.ts'
import { LoadState } from '../admin/ListParts.tsx'
import {
  changesIn,
  describeAction,
  describeActor,
  type HistoryEntry,
  loggedName,
} from './history.ts'

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
