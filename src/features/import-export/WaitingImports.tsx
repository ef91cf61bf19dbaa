import { useQuery } from '@tanstack/react-query'
import { RetryButton } from '../../ui/Feedback.tsx'
import { formatCount, formatCountOf, formatDate } from '../../ui/format.ts'
import { waitingImports } from '../admin/waiting-imports.ts'

/** The imports of which communities still wait for review. Renders nothing if there are none. */
export function WaitingImports() {
  const query = useQuery(waitingImports)
  if (query.isLoadingError) {
    return (
      <p role="status" className="flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
        <span>Couldn't load the earlier imports.</span>
        <RetryButton query={query} />
      </p>
    )
  }
  if (!query.data || query.data.length === 0) return null
  return (
    <section aria-labelledby="waiting-imports">
      <h3 id="waiting-imports" className="text-sm font-semibold">
        Imports that wait for review
      </h3>
      <ul className="divide-y divide-line">
        {query.data.map(({ import_id: id, file_name: file, imported_at: at, ...counts }) => (
          <li key={id} className="py-2 text-sm">
            <p dir="auto" translate="no" className="line-clamp-2 font-semibold wrap-anywhere">
              {file ?? 'CSV file'}
            </p>
            <p className="text-ink-soft tabular-nums">
              {`${formatDate(at)}, ${describePending(counts)}`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const describePending = ({ pending, communities }: { pending: number; communities: number }) =>
  `${formatCount(pending)} of ${formatCountOf(communities, 'community', 'communities')} to review`
