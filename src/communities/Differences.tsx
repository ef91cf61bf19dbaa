import { Suspense } from 'react'
import { lazyPart } from '../load-part.tsx'
import type { DifferencesProps } from './DifferenceList.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

// Comparing words takes a library, and most communities have nothing to compare.
const DifferenceList = lazyPart(
  () => import('./DifferenceList.tsx'),
  (module) => module.DifferenceList,
  () => <p className="mt-2">The comparison did not load. Reload the page to try again.</p>,
)

/** Two versions of a community beside each other, loaded when there is something to compare. */
export function Differences(props: DifferencesProps) {
  return (
    <Suspense fallback={<Skeleton className="mt-2 h-24 w-full" />}>
      <DifferenceList {...props} />
    </Suspense>
  )
}
