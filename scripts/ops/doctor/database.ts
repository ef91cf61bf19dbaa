import { readStatedRights } from '../../../tooling/permission-matrix.ts'
import type { Database } from '../../../src/supabase/database.types.ts'
import { call, type Finding, type Project, pushMigrations } from './project.ts'

const openToVisitors =
  'Visitors may read or write it. Compare grants and policies with supabase/migrations.'

type Functions = Database['public']['Functions']

const unknownId = '00000000-0000-4000-8000-000000000000'

/** Arguments for each function: PostgREST finds a function by the names of its arguments. */
const functions: { [Name in keyof Functions]: Functions[Name]['Args'] } = {
  accept_group_name: { community_id: unknownId, version: '2026-01-01', group_name: '' },
  appeal_community: { community_id: unknownId, message: '' },
  ask_owner: { community_id: unknownId, version: '2026-01-01', reason: '' },
  answer_claim: { claim_id: unknownId, answer: '' },
  answer_invitation: { invitation_id: unknownId, is_accepted: false },
  announce_deletion: { actor_id: unknownId, user_id: unknownId },
  begin_new_check: { link: '', user_id: unknownId },
  begin_own_check: { community_id: unknownId, user_id: unknownId },
  reserve_links: {},
  reserve_emails: {},
  confirm_name: { community_id: unknownId, seen_at: '2026-01-01' },
  confirm_groups: { community_id: unknownId, seen_at: '2026-01-01' },
  count_communities: {},
  count_directory: {},
  count_failed_emails: {},
  count_joins: {},
  count_weekly_joins: { community_id: unknownId },
  count_places: {},
  count_review_queue: {},
  count_case_file: { user_id: unknownId },
  decide_appeal: { appeal_id: unknownId, is_accepted: true },
  decide_changes: { community_id: unknownId, version: '2026-01-01', is_accepted: true },
  decide_claim: { claim_id: unknownId, is_accepted: true },
  count_users: {},
  decline_requested_place: { community_id: unknownId, version: '2026-01-01', reason: '' },
  export_communities: {},
  export_my_data: {},
  forget_decisions: { user_id: unknownId },
  finish_email: { email_id: unknownId, attempt: 1 },
  hand_over_community: { community_id: unknownId, new_owner_id: unknownId },
  invite_to_community: { community_id: unknownId, email: '', kind: 'co-owner' },
  list_images_to_delete: { folder: unknownId },
  list_my_communities: {},
  list_my_invitations: {},
  list_people: {},
  remove_co_owner: { community_id: unknownId, user_id: unknownId },
  withdraw_invitation: { invitation_id: unknownId },
  get_listed_communities: { community_ids: [unknownId] },
  list_my_joins: {},
  save_communities: { community_ids: [unknownId] },
  get_directory_community: { community_id: unknownId },
  get_directory_numbers: {},
  get_group_names: { community_id: unknownId },
  get_invite_link: { community_id: unknownId },
  get_my_role: {},
  get_ownership_code: { community_id: unknownId },
  get_review_time: {},
  hand_over_to_claimant: { claim_id: unknownId },
  hide_community: { community_id: unknownId, version: '2026-01-01', reason: '' },
  import_communities: { rows: [] },
  is_directory_live: {},
  is_whatsapp_link_listed: { link: '' },
  join_community: { community_id: unknownId },
  list_activity: {},
  list_communities: {},
  list_own_claims: {},
  list_places: {},
  list_received_claims: {},
  list_review_numbers: {},
  list_review_queue: {},
  open_review: {},
  list_waiting_imports: {},
  list_unused_images: {},
  list_users: {},
  merge_places: { merged_id: unknownId, kept_id: unknownId },
  release_emails: { emails: [] },
  record_link_check: { community_id: unknownId, link: '', answer: 'unknown' },
  record_own_check: { community_id: unknownId, user_id: unknownId, link: '', answer: 'unknown' },
  report_community: { community_id: unknownId, reason: 'spam' },
  require_complete_sign_in: {},
  reserve_review_check: {},
  return_to_pending: { community_id: unknownId, version: '2026-01-01' },
  risk_signals: { community_ids: [unknownId] },
  resolve_reports: { community_id: unknownId, seen_at: '2026-01-01' },
  search_directory: {},
  answer_still_active: { community_id: unknownId, is_active: false },
  confirm_by_link: { community_id: unknownId, user_id: unknownId, asked_at: '2026-01-01' },
  confirm_community: { community_id: unknownId },
  set_community_paused: { community_id: unknownId, is_paused: true },
  end_suspension: { user_id: unknownId },
  withdraw_claim: { claim_id: unknownId },
  summarize_review_queue: {},
  suspend_user: { user_id: unknownId, reason: '' },
  show_community: { community_id: unknownId, version: '2026-01-01' },
  similar_communities: { community_id: unknownId },
  undo_decision: { community_id: unknownId },
  undo_suspension: { user_id: unknownId },
}

/** The functions that visitors may call. */
const publicFunctions = [...readStatedRights()]
  .filter(([, { anonymous }]) => anonymous === 'X')
  .map(([subject]) => subject)

/** Returns the tables in docs/permissions.md with their columns. */
function readTables(): Map<string, string[]> {
  const tables = new Map<string, string[]>()
  for (const subject of readStatedRights().keys()) {
    const [, table, column] = /^(\w+)\.(\w+)$/.exec(subject) ?? []
    if (!table || !column || table === 'private') continue
    tables.set(table, [...(tables.get(table) ?? []), column])
  }
  return tables
}

/**
 * Checks that tables, columns and functions exist and are closed to visitors. Needs no secret key, because the database
 * reports missing columns before missing permissions.
 */
export async function examineDatabase(project: Project): Promise<Finding[]> {
  const findings = await Promise.all([
    ...[...readTables()].map(([table, columns]) => examineTable(project, table, columns)),
    ...Object.entries(functions).map(([name, args]) => examineFunction(project, name, args)),
  ])
  return findings.flat()
}

async function examineTable(
  project: Project,
  table: string,
  columns: string[],
): Promise<Finding[]> {
  const path = `/rest/v1/${table}`
  const { status, code, text } = await call(project, `${path}?select=${columns.join()}&limit=1`)
  const what = `table ${table}`
  if (code === 'PGRST205') return [{ what, isFine: false, advice: pushMigrations }]
  if (code === '42703' || code === 'PGRST204') {
    return [{ what, isFine: false, advice: `A column is missing (${text}). ${pushMigrations}` }]
  }
  const isThere = status === 200 || code === '42501'
  if (!isThere) return [{ what, isFine: false, advice: `The response was ${status}: ${text}` }]

  const id = columns.find((column) => column.endsWith('_id')) ?? 'id'
  const written = await call(project, path, { method: 'POST', body: { [id]: unknownId } })
  // A policy rejects with the same code, but only if visitors have a grant.
  const isClosed = [{ code, text }, written].every(
    (result) =>
      result.code === '42501' && result.text.includes(`permission denied for table ${table}`),
  )
  return [
    { what, isFine: true },
    { what: `policies of ${table}`, isFine: isClosed, advice: openToVisitors },
  ]
}

async function examineFunction(project: Project, name: string, args: object): Promise<Finding> {
  const path = `/rest/v1/rpc/${name}`
  const { status, code, text } = await call(project, path, { method: 'POST', body: args })
  const what = `database function ${name}`
  if (code === 'PGRST202') return { what, isFine: false, advice: pushMigrations }
  if (publicFunctions.includes(`${name}()`)) {
    const advice = `Visitors cannot call it: ${status}, ${text}. ${pushMigrations}`
    return { what, isFine: status === 200, advice }
  }
  // A function that rejects the caller itself has the same code, but visitors may call it.
  const isClosed = code === '42501' && text.includes(`permission denied for function ${name}`)
  return {
    what,
    isFine: isClosed,
    advice: `Visitors may call it: ${status}, ${text}. Revoke execute from public and anon, as in supabase/migrations.`,
  }
}
