import { Differences } from '../../communities/Differences.tsx'
import type { Community } from '../../communities/fields.ts'
import { heldDifferences } from '../../communities/find-differences.ts'

/** Compares the approved version with the held changes. */
export const HeldDifferences = ({ community }: { community: Community }) => (
  <Differences differences={heldDifferences(community)} />
)
