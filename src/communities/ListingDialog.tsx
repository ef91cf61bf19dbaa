import { lazy, Suspense } from 'react'
import type { ListingDialogProps } from './ListingEditor.tsx'
import { loadPart } from '../load-part.ts'

// The form, its rules and the picture code are no part of a screen's first load.
const ListingEditor = lazy(() =>
  loadPart(() => import('./ListingEditor.tsx')).then((module) => ({
    default: module.ListingEditor,
  })),
)

/** Specification, section 2, 'Edit Community dialog': for owner and admin, new and old listings. */
export function ListingDialog(props: ListingDialogProps) {
  return (
    <Suspense fallback={null}>
      <ListingEditor {...props} />
    </Suspense>
  )
}
