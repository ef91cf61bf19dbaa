import type { Enums } from '../../supabase/database.types.ts'
import { allCategories } from '../../supabase/rules/vocabulary.ts'

export { allCategories, allJoinTypes, allStatuses } from '../../supabase/rules/vocabulary.ts'

export type Category = Enums<'community_category'>
export type JoinType = Enums<'join_type'>
export type Status = Enums<'community_status'>

/** Admins choose from all categories, owners from all except Social. */
export type Role = 'owner' | 'admin'

/** Owners may keep Social if an admin chose it. */
export function categoriesFor(role: Role, current?: Category): readonly Category[] {
  return allCategories.filter(
    (category) => role === 'admin' || category !== 'Social' || category === current,
  )
}

export const findCategory = (text: string | undefined): Category | undefined =>
  allCategories.find((category) => category === text)

export const joinTypeLabels = {
  open: 'Open',
  request: 'Request to Join',
} as const satisfies Record<JoinType, string>

export const statusLabels = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
} as const satisfies Record<Status, string>

export const statusTones = { pending: 'yellow', approved: 'green', rejected: 'red' } as const
