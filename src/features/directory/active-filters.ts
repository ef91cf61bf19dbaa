import { isolate } from '../../lib/isolate.ts'
import { languageName } from '../community/languages.ts'
import { joinTypeLabels } from '../community/vocabulary.ts'
import type { DirectoryFilter } from './directory-view.ts'

type ActiveFilter = { filter: keyof DirectoryFilter; label: string }

/** Returns the filters of a view, the search among them, with what they are called on the page. */
export function listActiveFilters(
  { search, location, category, join_type, language }: DirectoryFilter,
  locationName = location,
): ActiveFilter[] {
  const labels: Record<keyof DirectoryFilter, string | null> = {
    search: isolate(search),
    location: isolate(locationName || location || ''),
    category,
    join_type: join_type && joinTypeLabels[join_type],
    language: language && languageName(language),
  }
  return filterNames.flatMap((filter) => {
    const label = labels[filter]
    return label ? { filter, label } : []
  })
}
const filterNames = ['search', 'location', 'category', 'join_type', 'language'] as const
