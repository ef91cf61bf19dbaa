import type { Enums } from '../supabase/database.types.ts'

export type Category = Enums<'community_category'>
export type JoinType = Enums<'join_type'>
export type Status = Enums<'community_status'>
export type ReportReason = Enums<'report_reason'>

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
export const allReportReasons: readonly ReportReason[] = [
  'dead_link',
  'spam',
  'misleading',
  'scam',
  'illegal',
  'harassment',
  'other',
]

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

export const reportReasonLabels = {
  dead_link: 'Dead link',
  spam: 'Spam',
  misleading: 'Not what it says',
  scam: 'Scam',
  illegal: 'Illegal content',
  harassment: 'Harassment',
  other: 'Something else',
} as const satisfies Record<ReportReason, string>

export const statusLabels = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
} as const satisfies Record<Status, string>

export const statusTones = { pending: 'yellow', approved: 'green', rejected: 'red' } as const
