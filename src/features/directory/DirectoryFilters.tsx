import { SlidersHorizontal, X } from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import { Link, NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { openedFrom, readOpenedFrom, useDialogInUrl } from '../../lib/useDialogInUrl.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/lazy.tsx'
import { FilterField } from '../../ui/FilterField.tsx'
import { Options } from '../../ui/Select.tsx'
import { countOf, describeCommunities, type DirectoryCounts } from './directory-queries.ts'
import {
  type DirectoryView,
  getViewUrl,
  listActiveFilters,
  noFilter,
  sortOf,
  sorts,
  useDirectoryView,
} from './directory-view.ts'
import { FilterGroups } from './FilterGroups.tsx'

type Props = { view: DirectoryView; counts: DirectoryCounts | undefined }

// Loaded on demand: with the library of dialogs, the list would exceed its size budget.
const FilterSheet = lazyDialog(async () => (await import('../../ui/Dialog.tsx')).Dialog, {
  title: 'Filters',
  size: 'full',
})

/** The filters: beside the list in a wide window, in a sheet on a phone. Memoized: the parent renders whenever a request starts or ends. */
export const DirectoryFilters = memo(function DirectoryFilters({ view, counts }: Props) {
  const sheet = useFilterSheet(view)
  const active = listActiveFilters({ ...view, search: '' }).length
  // Near the visitor, the number is unknown.
  const found = counts && !view.near && describeCommunities(countOf(counts, counts.total))

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
        // It stays open while the visitor chooses filters.
        <FilterSheet
          onClose={sheet.close}
          footer={
            <Button onClick={sheet.close} className="w-full">
              <span aria-live="polite">{`Show ${found || 'communities'}`}</span>
            </Button>
          }
        >
          <FilterGroups view={view} counts={counts} />
        </FilterSheet>
      )}
    </div>
  )
})

/**
 * Opens and closes the sheet with the filters. It has one history entry, which the chosen filters replace. Closing it, also
 * with Back, shows the list with these filters, one entry after the list before.
 */
function useFilterSheet(view: DirectoryView) {
  const navigate = useNavigate()
  const isBack = useNavigationType() === NavigationType.Pop
  const listBefore = readOpenedFrom(useLocation().state)
  const { leaveFor } = useDialogInUrl('filters')
  const list = getViewUrl({ ...view, filters: false })

  const lastOpen = useRef<{ list: string; listBefore: string | null } | null>(null)
  useEffect(() => {
    const closed = view.filters ? null : lastOpen.current
    lastOpen.current = view.filters ? { list, listBefore } : null
    if (closed && isBack && closed.listBefore === list && closed.list !== list) {
      void navigate(closed.list)
    }
  }, [view.filters, list, listBefore, isBack, navigate])

  return {
    open: () => {
      void navigate(getViewUrl({ ...view, filters: true }), { state: openedFrom(list) })
    },
    close: () => leaveFor(list),
  }
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

type ActiveFiltersProps = { view: DirectoryView; placeName: string | null }

export function ActiveFilters({ view, placeName }: ActiveFiltersProps) {
  const active = listActiveFilters(view, placeName)
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
