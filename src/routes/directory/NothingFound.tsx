import { Plus, SearchX } from 'lucide-react'
import { Link } from 'react-router-dom'
import { buttonClass } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Feedback.tsx'
import {
  countOf,
  type DirectoryCounts,
  getCorrectedSearch,
  getPlaceName,
} from './directory-counts.ts'
import { type DirectoryView, getViewUrl } from './directory-view.ts'

type Props = { view: DirectoryView; counts: DirectoryCounts | undefined }

/** Suggests removing a filter, with the number of communities that this would show. */
export function NothingFound({ view, counts }: Props) {
  const filters = [
    { label: 'Any place', facet: 'location', change: { place: null } },
    { label: 'Any category', facet: 'category', change: { category: null } },
    { label: 'Any way of joining', facet: 'join_type', change: { join: null } },
    { label: 'Any language', facet: 'language', change: { language: null } },
  ] as const
  const suggestions = filters.flatMap(({ label, facet, change }) => {
    const url = getViewUrl({ ...view, ...change })
    const count = counts && countOf(counts, facet)
    const isActive = url !== getViewUrl(view)
    return isActive && (count?.number !== 0 || count.isAtLeast) ? { label, url, count } : []
  })

  return (
    <EmptyState
      icon={SearchX}
      {...describeEmptyList(view, counts)}
      action={
        <div className="mt-1 flex flex-wrap justify-center gap-2">
          {suggestions.map(({ label, url, count }) => (
            <Link
              key={label}
              to={url}
              className={buttonClass({ variant: 'secondary', size: 'sm' })}
            >
              <span>{label}</span>
              {count && <span className="text-ink-soft tabular-nums">{count.text}</span>}
            </Link>
          ))}
          {view.q && (
            <Link
              to={getViewUrl({ ...view, q: '' })}
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
    />
  )
}

function describeEmptyList({ q, place }: DirectoryView, counts: DirectoryCounts | undefined) {
  if (place && getPlaceName(counts, place) === '') {
    return {
      title: `There is no place called “${place}”`,
      children: 'Check its spelling, or choose another place.',
    }
  }
  if (getCorrectedSearch(counts) === '') {
    return {
      title: `There are no words to search for in “${q}”`,
      children: 'Try a place, an activity or a name.',
    }
  }
  if (q) {
    return {
      title: `No communities match “${q}”`,
      children: 'Try fewer or different words: a city, a sport, a language. Small typos are fine.',
    }
  }
  return {
    title: 'No communities here yet',
    children: 'Do you run one, or know someone who does?',
  }
}
