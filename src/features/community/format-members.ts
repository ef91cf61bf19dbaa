import { formatCountOf } from '../../ui/format.ts'

/** Rounds to two significant digits. Counts below 100 have no more. */
function roundMembers(count: number): number {
  const step = 10 ** Math.max(0, String(count).length - 2)
  return Math.round(count / step) * step
}

/**
 * Returns the member count that an owner entered as visitors see it: 'about 1,200 members', and below 100 '12 members'. Empty
 * for 0: the owner has not said.
 */
export function formatMembers(count: number): string {
  if (count <= 0) return ''
  const members = formatCountOf(roundMembers(count), 'member', 'members')
  return count < 100 ? members : `about ${members}`
}

/** The count is not verified, so each place that shows it names its source. */
export const saysTheOwner = ', says the owner'
