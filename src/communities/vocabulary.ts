import type { Enums } from '../supabase/database.types.ts'

export type Category = Enums<'community_category'>
export type JoinType = Enums<'join_type'>
export type Status = Enums<'community_status'>

/** Admins choose from all categories, owners from all except Social. */
export type Role = 'owner' | 'admin'

// In the order of the database. Not the generated `Constants`, with which every page's inline script would contain all enums.
export const allCategories: readonly Category[] = [
  'Sports',
  'Party & Events',
  'Tours & Adventure',
  'Digital Nomads',
  'Business',
  'Culture',
  'Exploration',
  'Social',
]
export const allStatuses: readonly Status[] = ['pending', 'approved', 'rejected']
export const allJoinTypes: readonly JoinType[] = ['open', 'request']

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
