import { Differences } from '../community/Differences.tsx'
import type { Community } from '../community/fields.ts'
import { heldDifferences } from '../community/find-differences.ts'

/** Compares the approved version with the held changes. */
export const HeldDifferences = ({ community }: { community: Community }) => (
  <Differences differences={heldDifferences(community)} />
)
