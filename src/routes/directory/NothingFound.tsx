import { Plus, SearchX } from 'lucide-react'
import { Link } from 'react-router-dom'
import { buttonClass } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Feedback.tsx'
import { countOf, type DirectoryCounts, searchedFor } from './directory-queries.ts'
import { addressOf, type DirectoryView } from './directory-view.ts'

/** Helps on: what there would be without one of the filters. */
export function NothingFound({
  view,
  counts,
}: {
  view: DirectoryView
  counts: DirectoryCounts | undefined
}) {
  const waysOn = [
    { label: 'Any place', facet: 'location', change: { place: null } },
    { label: 'Any category', facet: 'category', change: { category: null } },
    { label: 'Any way of joining', facet: 'join_type', change: { join: null } },
  ] as const
  const offered = waysOn.flatMap(({ label, facet, change }) => {
    const isActive = addressOf({ ...view, ...change }) !== addressOf(view)
    const count = counts && countOf(counts, facet)
    return isActive && (count?.number !== 0 || count.isAtLeast) ? { label, count, change } : []
  })

  const hasNoWords = searchedFor(counts) === ''

  return (
    <EmptyState
      icon={SearchX}
      title={
        hasNoWords
          ? `There are no words to search for in “${view.q}”`
          : view.q
            ? `No community matches “${view.q}”`
            : 'No community here yet'
      }
      action={
        <div className="mt-1 flex flex-wrap justify-center gap-2">
          {offered.map(({ label, count, change }) => (
            <Link
              key={label}
              to={addressOf({ ...view, ...change })}
              className={buttonClass({ variant: 'secondary', size: 'sm' })}
            >
              {label}
              {count && <span className="text-ink-soft tabular-nums">{count.text}</span>}
            </Link>
          ))}
          {view.q && (
            <Link
              to={addressOf({ ...view, q: '' })}
              className={buttonClass({ variant: 'secondary', size: 'sm' })}
            >
              Clear the search
            </Link>
          )}
          <Link to="/?list=new" className={buttonClass({ size: 'sm' })}>
            <Plus aria-hidden="true" className="size-4" />
            List your community
          </Link>
        </div>
      }
    >
      {hasNoWords
        ? 'Try a place, an activity or a name.'
        : view.q
          ? 'Try fewer or other words: a city, a sport, a language. Small typos are fine.'
          : 'Do you run one, or know somebody who does?'}
    </EmptyState>
  )
}
