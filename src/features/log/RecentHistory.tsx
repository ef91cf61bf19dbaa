import { useInfiniteQuery } from '@tanstack/react-query'
import { LoadState } from '../admin/ListParts.tsx'
import { HistoryItem } from './HistoryList.tsx'
import { historyOf } from './history.ts'

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
