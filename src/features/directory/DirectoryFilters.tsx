import { SlidersHorizontal } from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { openedFrom, readOpenedFrom, useDialogInUrl } from '../../lib/useDialogInUrl.ts'
import { Button, SmallButton } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { lazyDialog } from '../../ui/lazy.tsx'
import { FilterField } from '../../ui/FilterField.tsx'
import { Options } from '../../ui/Select.tsx'
import { countOf, describeCommunities, type DirectoryCounts } from './directory-queries.ts'
import {
  type DirectoryView,
  getViewUrl,
  sortOf,
  sorts,
  useDirectoryView,
} from './directory-view.ts'
import { countActive, FilterGroups } from './FilterGroups.tsx'

type Props = { view: DirectoryView; counts: DirectoryCounts | undefined }

// Loaded on demand: with the library of dialogs, the list would exceed its size budget.
const FilterSheet = lazyDialog(async () => (await import('../../ui/Dialog.tsx')).Dialog, {
  title: 'Filters',
  size: 'full',
})

/** A button in the row of the search. */
export const rowButton = 'min-h-10 px-3 text-[0.9375rem] noscript:hidden print:hidden'

/** On a phone, its name replaces its icon, and on the narrowest ones its icon replaces the name. */
export const rowIcon = 'min-[23rem]:max-sm:[&_svg]:hidden'
export const rowName = 'max-[23rem]:sr-only'

/** On a phone: opens a sheet with the filters and the order. Memoized: the parent renders whenever a request starts or ends. */
export const FilterButton = memo(function FilterButton({ view, counts }: Props) {
  const sheet = useFilterSheet(view)
  const active = countActive(view)
  // Near the visitor, the number is unknown.
  const found = counts && !view.near && describeCommunities(countOf(counts, counts.total))

  return (
    <>
      <SmallButton
        icon={SlidersHorizontal}
        aria-haspopup="dialog"
        onPointerDown={FilterSheet.preload}
        onFocus={FilterSheet.preload}
        onClick={sheet.open}
        title="Filters"
        className={cx(rowButton, rowIcon, 'lg:hidden')}
      >
        <span className={rowName}>Filters</span>
        {active > 0 && (
          <span className="rounded-full bg-accent px-1.5 text-xs text-accent-on tabular-nums">
            <span>{active}</span>
            <span className="sr-only"> active</span>
          </span>
        )}
      </SmallButton>
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
          <div className="space-y-6">
            <SortField view={view} />
            <FilterGroups view={view} counts={counts} />
          </div>
        </FilterSheet>
      )}
    </>
  )
})

/** The filters beside the list, in a wide window. */
export const FilterSidebar = memo(function FilterSidebar(props: Props) {
  return (
    <div className="min-w-0 max-lg:hidden print:hidden noscript:hidden lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:self-start lg:overflow-x-hidden lg:overflow-y-auto lg:px-2.5 lg:-mx-2.5 lg:[--bleed:--spacing(2.5)]">
      <FilterGroups {...props} />
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
