import { adminColumns } from '../../community/fields.ts'
import { noteColumns } from '../../notes/note-columns.ts'

/**
 * The columns of a community under review, with its notes, and its open reports, appeals and claims if the query leaves out
 * the others. src/app/static/early-requests.ts reads them before the app starts.
 */
export const queueColumns =
  `${adminColumns}, community_groups (id, name, description), community_reports (reason, comment, created_at), appeals (id, decision, message, created_at), claims (id, review_from), admin_notes (${noteColumns})` as const
