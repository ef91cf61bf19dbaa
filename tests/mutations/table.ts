import type { BrokenRule } from './rules.ts'
import { accounts } from './table/accounts.ts'
import { communities } from './table/communities.ts'
import { directory } from './table/directory.ts'
import { emails } from './table/emails.ts'
import { links } from './table/links.ts'
import { ownership } from './table/ownership.ts'
import { review } from './table/review.ts'
import { screens } from './table/screens.ts'

/** Every rule that `npm run mutations` breaks. */
export const brokenRules: BrokenRule[] = [
  ...accounts,
  ...communities,
  ...directory,
  ...emails,
  ...links,
  ...ownership,
  ...review,
  ...screens,
]
