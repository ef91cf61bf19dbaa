import type { CommunitiesView, UsersView } from '../admin/admin-view.ts'
import { findBlock, hiddenBlocks, hidingReasons } from '../community/blocks.ts'
import { communityColumns, fieldLabel, type FieldName, fieldNames } from '../community/fields.ts'
import { listLanguages } from '../community/languages.ts'
import { joinTypeLabels, statusLabels } from '../community/vocabulary.ts'
import { filterArguments } from '../moderation/table/community-queries.ts'
import { type AdminUser, readUsers } from '../users/user-queries.ts'
import { supabase } from '../../supabase/client.ts'
import { unwrap } from '../../supabase/errors.ts'
import { maxRows } from '../../supabase/read-all.ts'
import { type Cell, saveCsv, toCsv, toDateCell, toPhoneCell } from './csv.ts'

export type ExportedView = CommunitiesView | UsersView

/** Saves all pages of the filtered rows of a table as a CSV file. */
export async function exportRows(view: ExportedView, progress: Progress): Promise<void> {
  const csv = await (view.tab === 'users'
    ? exportUsers(view, progress)
    : exportCommunities(view, progress))
  progress.signal.throwIfAborted()
  saveCsv(`${view.tab}-${new Date().toISOString().slice(0, 10)}.csv`, csv)
}

/** `onRows` receives the number of rows read so far. */
type Progress = { onRows: (rows: number) => void; signal: AbortSignal }

type Columns<Row> = readonly (readonly [header: string, cell: (row: Row) => Cell])[]

function toCells<Row>(columns: Columns<Row>, row: Row) {
  return columns.map(([, cell]) => cell(row))
}
function headersOf<Row>(columns: Columns<Row>) {
  return columns.map(([header]) => header)
}

type PageStart = { before_created_at?: string; before_id?: string }

const readCommunities = (view: CommunitiesView, start: PageStart) =>
  supabase
    .rpc('export_communities', { ...filterArguments(view), status: view.status, ...start })
    .select(
      `${communityColumns}, groups:community_groups (name), place:places!communities_location_fkey (country), owner:profiles!communities_owner_id_fkey (name, email, sign_in_email)`,
    )

type ExportedCommunity = NonNullable<Awaited<ReturnType<typeof readCommunities>>['data']>[number]

const exportedColumns: Columns<ExportedCommunity> = [
  ...fieldNames.map(
    (name) => [fieldLabel(name), (row: ExportedCommunity) => fieldCell(name, row)] as const,
  ),
  // One name in each line. A single name with a semicolon ends its line, or an import would split it.
  [
    fieldLabel('groups'),
    ({ groups }) => {
      const names = groups.map(({ name }) => name).toSorted()
      return names.length === 1 && names[0]?.includes(';') ? `${names[0]}\n` : names.join('\n')
    },
  ],
  ['Country', ({ place }) => place?.country ?? null],
  ['Status', ({ status }) => statusLabels[status]],
  ['Hidden (UTC)', (row) => toDateCell(hiddenBlocks(row)[0]?.since ?? null)],
  ['Reason for hiding', (row) => hidingReasons(row).join('\n')],
  ['Paused (UTC)', (row) => toDateCell(findBlock(row, 'paused')?.since ?? null)],
  ['Asleep (UTC)', (row) => toDateCell(findBlock(row, 'asleep')?.since ?? null)],
  [
    'Rejection reason',
    ({ status, rejection_reason }) => (status === 'rejected' ? rejection_reason : null),
  ],
  ['Owner', ({ owner }) => owner.name],
  ['Owner email', ({ owner }) => owner.sign_in_email || owner.email],
  ['Created (UTC)', ({ created_at }) => toDateCell(created_at)],
  ['Decided (UTC)', ({ approval_date }) => toDateCell(approval_date)],
  ['Id', ({ id }) => id],
]

function fieldCell(name: FieldName, community: ExportedCommunity): Cell {
  if (name === 'languages') return listLanguages(community.languages)
  return name === 'join_type' ? joinTypeLabels[community.join_type] : community[name]
}

/** Returns all communities of a view as CSV, newest first. */
async function exportCommunities(view: CommunitiesView, { onRows, signal }: Progress) {
  const rows: Cell[][] = []
  let start: PageStart = {}
  for (;;) {
    // Each page starts after the previous one.
    // oxlint-disable-next-line no-await-in-loop
    const page = unwrap(await readCommunities(view, start).abortSignal(signal))
    rows.push(...page.map((row) => toCells(exportedColumns, row)))
    onRows(rows.length)
    const last = page.at(-1)
    if (!last || page.length < maxRows) return toCsv(headersOf(exportedColumns), rows)
    start = { before_created_at: last.created_at, before_id: last.id }
  }
}

const userColumns: Columns<AdminUser> = [
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => toPhoneCell(phone)],
  ['Address', ({ address }) => address],
  ['Country', ({ country }) => country],
  ['Interests', ({ interests }) => interests?.join(', ') ?? null],
  ['Role', ({ is_admin }) => (is_admin ? 'Admin' : 'User')],
  ['Suspended', ({ suspension }) => (suspension ? 'Yes' : 'No')],
  ['Suspended until (UTC)', ({ suspension }) => toDateCell(suspension?.until ?? null)],
  ['Reason for suspension', ({ suspension }) => suspension?.reason ?? null],
  ['Credits', ({ credits }) => credits],
  ['Joined (UTC)', ({ created_at }) => toDateCell(created_at)],
  ['Id', ({ id }) => id],
]

/** Returns all users of a view as CSV. Users who join during the export can be missing. */
async function exportUsers(view: UsersView, { onRows, signal }: Progress) {
  const rows = new Map<string, Cell[]>()
  for (let page = 1; ; page += 1) {
    // One page at a time limits the load on the server.
    // oxlint-disable-next-line no-await-in-loop
    const users = await readUsers(view, { page, perPage: maxRows })
    signal.throwIfAborted()
    for (const user of users.rows) rows.set(user.id, toCells(userColumns, user))
    onRows(rows.size)
    if (users.rows.length < maxRows) return toCsv(headersOf(userColumns), [...rows.values()])
  }
}
