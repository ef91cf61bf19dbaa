import { communityColumns } from '../communities/fields.ts'

/* The columns of the first rows on protected pages. */

/** What users read of their own profile. */
export const ownProfileColumns =
  'name, email, phone, is_admin, wants_decision_emails, wants_summary_emails, updated_at' as const

/** What owners read of their communities, with the state of their invite links. */
export const ownCommunityColumns = `${communityColumns}, community_links (state)` as const

/** What admins read of every community. */
export const adminColumns =
  `${communityColumns}, rejected_version, approved_groups, groups_changed_at, groups_updated_at, community_links (state), place:places!communities_location_fkey (country), owner:profiles!communities_owner_id_fkey (name, email, sign_in_email)` as const

/** The arguments of `list_communities` for the first page of /admin. */
export const firstAdminPage = {
  search: '',
  sort: 'created',
  descending: true,
  page: 1,
  page_size: 50,
}
