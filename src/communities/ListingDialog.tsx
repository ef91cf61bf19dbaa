import { Suspense } from 'react'
import { lazyPart } from '../load-part.tsx'
import type { ListingDialogProps } from './useListingEditor.ts'

// The form, its rules and the picture code are no part of a screen's first load.
const ListingEditor = lazyPart(
  () => import('./ListingEditor.tsx'),
  (module) => module.ListingEditor,
)

/** Specification, section 2, 'Edit Community dialog': for owner and admin, new and old listings. */
export function ListingDialog(props: ListingDialogProps) {
  return (
    <Suspense fallback={null}>
      <ListingEditor {...props} />
    </Suspense>
  )
}
