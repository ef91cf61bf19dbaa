import { SlidersHorizontal, X } from 'lucide-react'
import { memo, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { languageName } from '../../communities/languages.ts'
import { allCategories, allJoinTypes, joinTypeLabels } from '../../communities/vocabulary.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { FilterField, Options } from '../../ui/Select.tsx'
import {
  type DirectoryView,
  getViewUrl,
  noFilter,
  sortOf,
  sorts,
  useDirectoryView,
} from './directory-view.ts'
import { countOf, type DirectoryCounts, getLanguages } from './directory-counts.ts'
import { Facet, FilterLink } from './FilterLink.tsx'
import { PlaceFilter } from './PlaceFilter.tsx'

type Props = { view: DirectoryView; counts: DirectoryCounts | undefined }

const categories = allCategories.map((value) => ({ value, label: value }))
const joinTypes = allJoinTypes.map((value) => ({ value, label: joinTypeLabels[value] }))

/**
 * Filter links with the number of communities each would show: beside the list in a wide window, behind a
 * button on a phone. Memoized: the parent renders whenever a request starts or ends.
 */
export const DirectoryFilters = memo(function DirectoryFilters({ view, counts }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const panelId = useId()
  const { location, category, join_type, language } = view
  const active = [location, category, join_type, language].filter(Boolean).length

  return (
    <div className="min-w-0 print:hidden noscript:hidden lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:self-start lg:overflow-x-hidden lg:overflow-y-auto lg:px-2.5 lg:-mx-2.5">
      <div className="flex items-center justify-between gap-2 lg:hidden">
        <Button
          variant="secondary"
          icon={SlidersHorizontal}
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={() => setIsOpen(!isOpen)}
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
      <nav
        id={panelId}
        aria-label="Filters"
        className={cx(
          'space-y-6 max-lg:mt-3 max-lg:rounded-2xl max-lg:border max-lg:border-line max-lg:bg-surface max-lg:p-4',
          !isOpen && 'max-lg:hidden',
        )}
      >
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
    </div>
  )
})

const maxShown = 12

function LanguageFilter({ view, counts }: Props) {
  const spoken = counts ? getLanguages(counts) : []
  const shown = spoken.filter((code, index) => index < maxShown || code === view.language)
  if (view.language && !shown.includes(view.language)) shown.push(view.language)
  if (shown.length === 0) return null
  return (
    <ValueFilter
      title="Language"
      filter="language"
      options={shown.map((value) => ({ value, label: languageName(value) }))}
      communities={counts?.languages}
      {...{ view, counts }}
    />
  )
}

type ValueFilterProps = Props & {
  title: string
  filter: 'category' | 'join_type' | 'language'
  options: { value: string; label: string }[]
  communities: Record<string, number> | undefined
}

function ValueFilter({ title, filter, options, communities, view, counts }: ValueFilterProps) {
  return (
    <Facet title={title}>
      {options.map(({ value, label }) => {
        const isActive = view[filter] === value
        return (
          <FilterLink
            key={value}
            label={label}
            isActive={isActive}
            count={counts && countOf(counts, communities?.[value])}
            to={getViewUrl({ ...view, [filter]: isActive ? null : value })}
          />
        )
      })}
    </Facet>
  )
}

const sortLabels = {
  best: 'Best match',
  newest: 'Newest first',
  members: 'Most members',
  name: 'Name, A to Z',
}

export function SortField({ view }: { view: DirectoryView }) {
  const { sortBy } = useDirectoryView()
  const offered = view.search ? sorts : sorts.filter((one) => one !== 'best')
  return (
    <FilterField
      label="Sort by"
      value={sortOf(view)}
      onChange={(value) => sortBy(sorts.find((one) => one === value) ?? null)}
    >
      <Options values={offered} textOf={(one) => sortLabels[one]} />
    </FilterField>
  )
}

type ActiveFiltersProps = { view: DirectoryView; locationName: string | null }

export function ActiveFilters({ view, locationName }: ActiveFiltersProps) {
  const active = [
    view.search && { label: `“${view.search}”`, without: { search: '' } },
    view.location && { label: locationName || view.location, without: { location: null } },
    view.category && { label: view.category, without: { category: null } },
    view.join_type && { label: joinTypeLabels[view.join_type], without: { join_type: null } },
    view.language && { label: languageName(view.language), without: { language: null } },
  ].filter((filter) => filter !== null && filter !== '')
  if (active.length === 0) return null

  return (
    <ul aria-label="Active filters" className="flex flex-wrap items-center gap-2 text-sm">
      {active.map(({ label, without }) => (
        <li key={label} className="min-w-0">
          <Link
            to={getViewUrl({ ...view, ...without })}
            className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full bg-accent-soft pr-2 pl-3 font-semibold text-accent-ink no-underline hover:underline"
          >
            <span className="sr-only">Remove </span>
            <span className="truncate">{label}</span>
            <X aria-hidden="true" className="size-4 shrink-0" />
          </Link>
        </li>
      ))}
      {active.length > 1 && (
        <li>
          <Link
            to={getViewUrl({ ...view, ...noFilter })}
            className="inline-flex min-h-8 items-center rounded-sm px-1 text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink"
          >
            Clear all
          </Link>
        </li>
      )}
    </ul>
  )
}
