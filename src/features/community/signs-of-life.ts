import { formatCount } from '../../ui/format.ts'
import { isBuild } from '../../lib/prerendered.ts'

export type SignsOfLife = { joins_this_month?: number; is_active?: boolean }

/**
 * Returns 'Active this month' or '20+ travelers joined this month'; null without a sign of life, which is no bad sign. Not for
 * a static page, which may be read much later.
 */
export function describeLife(
  { joins_this_month = 0, is_active = false }: SignsOfLife,
  isStatic = isBuild,
): string | null {
  if (isStatic) return null
  // The database rounds down, to at least 5.
  if (joins_this_month > 0) return `${formatCount(joins_this_month)}+ travelers joined this month`
  return is_active ? 'Active this month' : null
}
