import { Suspense } from 'react'
import { lazyPart } from '../load-part.tsx'
import type { CommunityDialogProps } from './useCommunityEditor.ts'

// The form, its rules and the image code are no part of a screen's first load.
const CommunityEditor = lazyPart(
  () => import('./CommunityEditor.tsx'),
  (module) => module.CommunityEditor,
)

/** Specification, section 2, 'Edit Community dialog': for owner and admin, new and old communities. */
export function CommunityDialog(props: CommunityDialogProps) {
  return (
    <Suspense fallback={null}>
      <CommunityEditor {...props} />
    </Suspense>
  )
}
