import { Differences } from '../../../communities/Differences.tsx'
import { formatMoment } from '../../../ui/format-date.ts'
import { changesIn, deletedName, whatHappened, whoActed } from './history.ts'
import type { HistoryEntry } from './history-queries.ts'

type Props = { entry: HistoryEntry; showsSubject: boolean }

/** One entry of the log, with what changed folded away. */
export function HistoryItem({ entry, showsSubject }: Props) {
  const changes = changesIn(entry)
  const name = showsSubject && (entry.subjectName ?? deletedName(entry))

  return (
    <li className="relative min-w-0 before:absolute before:top-2 before:-left-[1.65rem] before:size-2.5 before:rounded-full before:bg-clay">
      <p>
        <span className="font-semibold">{whatHappened(entry)}</span>{' '}
        <span className="text-ink-soft">by {whoActed(entry)}</span>
      </p>
      <p className="text-sm text-ink-soft">
        <time dateTime={entry.at}>{formatMoment(entry.at)}</time>
      </p>
      {name && <p className="text-sm break-words">{name}</p>}
      {changes.length > 0 && (
        <details className="mt-1 text-sm">
          <summary className="w-fit cursor-pointer rounded-sm font-semibold underline underline-offset-4">
            What changed
          </summary>
          <Differences differences={changes} captions={['Before', 'After']} />
        </details>
      )}
    </li>
  )
}
