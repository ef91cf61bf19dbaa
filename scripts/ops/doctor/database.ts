import { readStatedRights } from '../../../tooling/permission-matrix.ts'
import type { Database } from '../../../src/supabase/database.types.ts'
import { ask, type Finding, type Project, pushMigrations } from './project.ts'

const open =
  'A visitor who is not signed in may read or write it. Compare grants and policies with supabase/migrations.'

type Functions = Database['public']['Functions']

const nobody = '00000000-0000-4000-8000-000000000000'

/** Every function, with arguments under which it is found. */
const functions: { [Name in keyof Functions]: Functions[Name]['Args'] } = {
  announce_deletion: { actor_id: nobody, user_id: nobody },
  claim_links: {},
  claim_email: {},
  confirm_groups: { community_id: nobody, seen_at: '2026-01-01' },
  count_communities: {},
  count_directory: {},
  count_failed_emails: {},
  count_joins: {},
  count_review_queue: {},
  count_users: {},
  export_communities: {},
  export_my_data: {},
  finish_email: { email_id: nobody, attempt: 1 },
  get_directory_community: { community_id: nobody },
  get_invite_link: { community_id: nobody },
  is_directory_live: {},
  is_whatsapp_link_listed: { link: '' },
  join_community: { community_id: nobody },
  list_communities: {},
  list_review_queue: {},
  list_unused_images: {},
  list_users: {},
  record_link_check: { community_id: nobody, link: '', answer: 'unknown' },
  report_community: { community_id: nobody, reason: 'spam' },
  resolve_reports: { community_id: nobody, seen_at: '2026-01-01' },
  search_directory: {},
  similar_communities: { community_id: nobody },
  undo_decision: { community_id: nobody },
}

/** The functions that visitors may call. */
const forVisitors = [...readStatedRights()]
  .filter(([, { anonymous }]) => anonymous === 'X')
  .map(([subject]) => subject)

/** Tables with their columns, as docs/permissions.md lists them. */
function expectedTables(): Map<string, string[]> {
  const tables = new Map<string, string[]>()
  for (const subject of readStatedRights().keys()) {
    const [, table, column] = /^(\w+)\.(\w+)$/.exec(subject) ?? []
    if (!table || !column || table === 'private') continue
    tables.set(table, [...(tables.get(table) ?? []), column])
  }
  return tables
}

/**
 * Whether every table is there with its columns, and closed to somebody who is not signed in. The
 * database looks for columns before it looks for permissions, so this needs no secret key.
 */
export async function examineDatabase(project: Project): Promise<Finding[]> {
  const asked = await Promise.all([
    ...[...expectedTables()].map(([table, columns]) => examineTable(project, table, columns)),
    ...Object.entries(functions).map(([name, args]) => examineFunction(project, name, args)),
  ])
  return asked.flat()
}

async function examineTable(
  project: Project,
  table: string,
  columns: string[],
): Promise<Finding[]> {
  const path = `/rest/v1/${table}`
  const { status, code, text } = await ask(project, `${path}?select=${columns.join()}&limit=1`)
  const what = `table ${table}`
  if (code === 'PGRST205') return [{ what, isFine: false, advice: pushMigrations }]
  if (code === '42703' || code === 'PGRST204') {
    return [{ what, isFine: false, advice: `A column is missing (${text}). ${pushMigrations}` }]
  }
  const isThere = status === 200 || code === '42501'
  if (!isThere) return [{ what, isFine: false, advice: `It answered ${status}: ${text}` }]

  const id = columns.find((column) => column.endsWith('_id')) ?? 'id'
  const written = await ask(project, path, { method: 'POST', body: { [id]: nobody } })
  // What a policy refuses has the same code: then a visitor has a grant, and one policy stands in the way.
  const isClosed = [{ code, text }, written].every(
    (answer) =>
      answer.code === '42501' && answer.text.includes(`permission denied for table ${table}`),
  )
  return [
    { what, isFine: true },
    { what: `policies of ${table}`, isFine: isClosed, advice: open },
  ]
}

async function examineFunction(project: Project, name: string, args: object): Promise<Finding> {
  const path = `/rest/v1/rpc/${name}`
  const { status, code, text } = await ask(project, path, { method: 'POST', body: args })
  const what = `database function ${name}`
  if (code === 'PGRST202') return { what, isFine: false, advice: pushMigrations }
  if (forVisitors.includes(`${name}()`)) {
    const advice = `A visitor may not call it, and got ${status}: ${text}. ${pushMigrations}`
    return { what, isFine: status === 200, advice }
  }
  // What a function is refused once it runs has the same code: then a visitor may call it.
  const isClosed = code === '42501' && text.includes(`permission denied for function ${name}`)
  return {
    what,
    isFine: isClosed,
    advice: `A visitor who is not signed in may call it, and got ${status}: ${text}. Revoke execute from public and anon, as supabase/migrations does.`,
  }
}
