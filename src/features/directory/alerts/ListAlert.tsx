import { Suspense, useDeferredValue } from 'react'
import { useHydrated } from '../../../lib/prerendered.ts'
import { lazyPart } from '../../../ui/lazy.tsx'
import { Skeleton } from '../../../ui/Loading.tsx'
import type { DirectoryCounts } from '../directory-counts.ts'
import { type DirectoryView, listActiveFilters } from '../directory-view.ts'

type Props = {
  view: DirectoryView
  locationName: string | null
  counts: DirectoryCounts | undefined
}

// Loaded on demand: with it, the list would exceed its size budget.
const AlertButton = lazyPart(async () => (await import('./AlertButton.tsx')).AlertButton)

/** Offers emails about new communities in the list, if it is filtered by something that a community can match. */
export function ListAlert({ view, locationName, counts }: Props) {
  const isHydrated = useHydrated()
  // Its code loads after the cards are shown.
  const isReady = useDeferredValue(counts !== undefined, false)
  if (!isHydrated || listActiveFilters(view).length === 0) return null
  if (counts?.current_location === '' || counts?.searched_for === '') return null

  return (
    // As tall as the button, so that nothing moves when it appears.
    <div className="flex min-h-8 items-center print:hidden">
      <Suspense fallback={<Skeleton className="h-8 w-64" />}>
        {isReady && <AlertButton view={view} locationName={locationName} />}
      </Suspense>
    </div>
  )
}
