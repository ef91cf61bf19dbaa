import { Plus, SearchX } from 'lucide-react'
import { EmptyState } from '../../ui/Feedback.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { countOf, type DirectoryCounts, formatCommunities, isZero } from './directory-counts.ts'
import { type DirectoryView, getViewUrl } from './directory-view.ts'

type Props = { view: DirectoryView; counts: DirectoryCounts | undefined }

/** Suggests removing a filter, with the number of communities that this would show. */
export function NothingFound({ view, counts }: Props) {
  const filters = [
    { label: 'Any place', filter: 'location' },
    { label: 'Any category', filter: 'category' },
    { label: 'Any way of joining', filter: 'join_type' },
    { label: 'Any language', filter: 'language' },
  ] as const
  const suggestions = filters.flatMap(({ label, filter }) => {
    const count = counts && countOf(counts, counts.any[filter])
    if (!view[filter] || (count && isZero(count))) return []
    return { label, url: getViewUrl({ ...view, [filter]: null }), count }
  })

  return (
    <EmptyState
      icon={SearchX}
      {...describeEmptyList(view, counts)}
      action={
        <div className="mt-1 flex flex-wrap justify-center gap-2">
          {suggestions.map(({ label, url, count }) => (
            <LinkButton key={label} to={url}>
              <span>{label}</span>
              {count && (
                <span className="text-ink-soft tabular-nums">{formatCommunities(count)}</span>
              )}
            </LinkButton>
          ))}
          {view.search && (
            <LinkButton to={getViewUrl({ ...view, search: '' })}>Clear the search</LinkButton>
          )}
          <LinkButton variant="primary" to="/?list=new" icon={Plus}>
            List your community
          </LinkButton>
        </div>
      }
    />
  )
}

function describeEmptyList({ search, location }: DirectoryView, counts?: DirectoryCounts) {
  if (location && counts?.current_location === '') {
    return {
      title: `There is no place called “${location}”`,
      children: 'Check its spelling, or choose another place.',
    }
  }
  if (counts?.searched_for === '') {
    return {
      title: `There are no words to search for in “${search}”`,
      children: 'Try a place, an activity or a name.',
    }
  }
  if (search) {
    return {
      title: `No communities match “${search}”`,
      children: 'Try fewer or different words: a city, a sport, a language. Small typos are fine.',
    }
  }
  return {
    title: 'No communities here yet',
    children: 'Do you run one, or know someone who does?',
  }
}
