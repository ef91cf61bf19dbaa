import { SlidersHorizontal, X } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'react-router-dom'
import { allCategories, allJoinTypes, joinTypeLabels } from '../community/vocabulary.ts'
import { Button } from '../../ui/Button.tsx'
import { onDemandDialog } from '../../ui/on-demand-dialog.tsx'
import { FilterField, Options } from '../../ui/Select.tsx'
import { listActiveFilters } from './active-filters.ts'
import {
  type DirectoryView,
  getViewUrl,
  noFilter,
  sortOf,
  sorts,
  useDirectoryView,
} from './directory-view.ts'
import { countOf, type DirectoryCounts, isZero } from './directory-counts.ts'
import { Facet, FilterLink } from './FilterLink.tsx'
import { LanguageFilter } from './LanguageFilter.tsx'
import { PlaceFilter } from './PlaceFilter.tsx'
import { useFilterSheet } from './useFilterSheet.ts'

type Props = { view: DirectoryView; counts: DirectoryCounts | undefined }

const categories = allCategories.map((value) => ({ value, label: value }))
const joinTypes = allJoinTypes.map((value) => ({ value, label: joinTypeLabels[value] }))

// Loaded on demand: with the library of dialogs, the list would exceed its size budget.
const FilterSheet = onDemandDialog(async () => (await import('./FilterSheet.tsx')).FilterSheet, {
  title: 'Filters',
  size: 'full',
})

/** The filters: beside the list in a wide window, in a sheet on a phone. Memoized: the parent renders whenever a request starts or ends. */
export const DirectoryFilters = memo(function DirectoryFilters({ view, counts }: Props) {
  const sheet = useFilterSheet(view)
  const active = listActiveFilters({ ...view, search: '' }).length

  return (
    <div className="min-w-0 print:hidden noscript:hidden lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:self-start lg:overflow-x-hidden lg:overflow-y-auto lg:px-2.5 lg:-mx-2.5 lg:[--bleed:--spacing(2.5)]">
      <div className="flex items-center justify-between gap-2 lg:hidden">
        <Button
          variant="secondary"
          icon={SlidersHorizontal}
          aria-haspopup="dialog"
          onPointerDown={FilterSheet.preload}
          onFocus={FilterSheet.preload}
          onClick={sheet.open}
        >
          <span>Filters</span>
          {active > 0 && (
            <span className="rounded-full bg-accent px-1.5 text-xs text-accent-on tabular-nums">
              <span>{active}</span>
              <span className="sr-only"> active</span>
            </span>
          )}
        </Button>
        <SortField view={view} />
      </div>
      <div className="max-lg:hidden">
        <FilterGroups view={view} counts={counts} />
      </div>
      {view.filters && (
        <FilterSheet counts={view.near ? undefined : counts} onClose={sheet.close}>
          <FilterGroups view={view} counts={counts} />
        </FilterSheet>
      )}
    </div>
  )
})

/** Links with the number of communities that each filter would show. */
function FilterGroups({ view, counts }: Props) {
  const isEmpty = counts?.total === 0 && listActiveFilters({ ...view, search: '' }).length === 0
  return (
    <nav aria-label="Filters" className="space-y-6">
      {isEmpty && <p className="text-sm text-ink-soft">There is nothing to filter.</p>}
      <PlaceFilter view={view} counts={counts} />
      <ValueFilter
        title="Category"
        filter="category"
        options={categories}
        communities={counts?.categories}
        {...{ view, counts }}
      />
      <ValueFilter
        title="How to join"
        filter="join_type"
        options={joinTypes}
        communities={counts?.join_types}
        {...{ view, counts }}
      />
      <LanguageFilter view={view} counts={counts} />
    </nav>
  )
}

type ValueFilterProps = Props & {
  title: string
  filter: 'category' | 'join_type'
  options: { value: string; label: string }[]
  communities: Record<string, number> | undefined
}

/** A value that no community has is left out, unless it is active. */
function ValueFilter({ title, filter, options, communities, view, counts }: ValueFilterProps) {
  const links = options.flatMap(({ value, label }) => {
    const isActive = view[filter] === value
    const count = counts && countOf(counts, communities?.[value])
    if (count && isZero(count) && !isActive) return []
    return (
      <FilterLink
        key={value}
        change={{ [filter]: isActive ? null : value }}
        {...{ label, isActive, count, view }}
      />
    )
  })
  return links.length > 0 && <Facet title={title}>{links}</Facet>
}

const sortLabels = {
  best: 'Best match',
  newest: 'Newest first',
  joined: 'Most joined here',
  name: 'Name, A to Z',
}

export function SortField({ view }: { view: DirectoryView }) {
  const { sortBy } = useDirectoryView()
  const offered = view.search ? sorts : sorts.filter((one) => one !== 'best')
  return (
    <FilterField
      label="Sort by"
      value={view.near ? 'near' : sortOf(view)}
      onChange={(value) => sortBy(sorts.find((one) => one === value) ?? null)}
    >
      {view.near && <option value="near">Closest first</option>}
      <Options values={offered} textOf={(one) => sortLabels[one]} />
    </FilterField>
  )
}

type ActiveFiltersProps = { view: DirectoryView; locationName: string | null }

export function ActiveFilters({ view, locationName }: ActiveFiltersProps) {
  const active = listActiveFilters(view, locationName)
  const chips = [
    ...(view.near ? [{ key: 'near', label: 'Near me', without: { near: false } }] : []),
    ...active.map(({ filter, label }) => ({
      key: filter,
      label: filter === 'search' ? `“${label}”` : label,
      without: { [filter]: noFilter[filter] },
    })),
  ]
  if (chips.length === 0) return null

  return (
    <ul aria-label="Active filters" className="flex flex-wrap items-center gap-2 text-sm">
      {chips.map(({ key, label, without }) => (
        <li key={key} className="min-w-0">
          <Link
            to={getViewUrl({ ...view, ...without })}
            className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full bg-accent-soft pr-2 pl-3 font-semibold text-accent-ink no-underline hover:underline"
          >
            <span className="sr-only">Remove </span>
            <span dir="auto" className="truncate">
              {label}
            </span>
            <X aria-hidden="true" className="size-4 shrink-0" />
          </Link>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Link
            to={getViewUrl({ ...view, ...noFilter, near: false })}
            className="inline-flex min-h-8 items-center rounded-sm px-1 text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink"
          >
            Clear all
          </Link>
        </li>
      )}
    </ul>
  )
}
