import { communityColumns, fieldLabel, fieldNames } from '../../../communities/fields.ts'
import { languageName } from '../../../communities/languages.ts'
import { joinTypeLabels, statusLabels } from '../../../communities/vocabulary.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { database } from '../../../supabase/database.ts'
import { maxRows } from '../../../supabase/read-all.ts'
import type { CommunitiesView, UsersView } from '../admin-view.ts'
import { filterArguments } from '../communities/community-queries.ts'
import { readUsers } from '../users/user-queries.ts'
import { type Cell, toDateCell, toPhoneCell } from './csv.ts'

export type Progress = {
  /** Receives the number of rows read so far. */
  onRows: (rows: number) => void
  signal: AbortSignal
}

export const communityHeaders = [
  ...fieldNames.map(fieldLabel),
  'Country',
  'Status',
  'Rejection reason',
  'Owner',
  'Owner email',
  'Created (UTC)',
  'Decided (UTC)',
  'Id',
]

/** Returns all communities of a view as table cells, newest first. */
export async function readCommunitiesToExport(view: CommunitiesView, { onRows, signal }: Progress) {
  const rows: Cell[][] = []
  let from: { before_created_at?: string; before_id?: string } = {}
  for (;;) {
    const request = database
      .rpc('export_communities', { ...filterArguments(view), status: view.status, ...from })
      .select(
        `${communityColumns}, place:places!communities_location_fkey (country), owner:profiles!communities_owner_id_fkey (name, email, sign_in_email)`,
      )
      .abortSignal(signal)
    // Each page starts after the previous one.
    // oxlint-disable-next-line no-await-in-loop
    const data = unwrap(await request)
    for (const community of data) {
      const shown = {
        ...community,
        join_type: joinTypeLabels[community.join_type],
        languages: community.languages.map(languageName).join(', '),
      }
      rows.push([
        ...fieldNames.map((field) => shown[field]),
        community.place?.country ?? null,
        statusLabels[community.status],
        community.rejection_reason,
        community.owner.name,
        community.owner.sign_in_email || community.owner.email,
        toDateCell(community.created_at),
        toDateCell(community.approval_date),
        community.id,
      ])
    }
    onRows(rows.length)
    const last = data.at(-1)
    if (!last || data.length < maxRows) return rows
    from = { before_created_at: last.created_at, before_id: last.id }
  }
}

export const userHeaders = [
  'Name',
  'Email',
  'Phone',
  'Address',
  'Country',
  'Interests',
  'Role',
  'Credits',
  'Joined (UTC)',
  'Id',
]

/** Returns all users of a view as table cells. Users who join during the export can be missing. */
export async function readUsersToExport(view: UsersView, { onRows, signal }: Progress) {
  const rows = new Map<string, Cell[]>()
  for (let page = 1; ; page += 1) {
    signal.throwIfAborted()
    // One page at a time limits the load on the server.
    // oxlint-disable-next-line no-await-in-loop
    const users = await readUsers(view, { page, perPage: maxRows })
    for (const user of users.rows) {
      rows.set(user.id, [
        user.name,
        user.email,
        toPhoneCell(user.phone),
        user.address,
        user.country,
        user.interests?.join(', ') ?? null,
        user.is_admin ? 'Admin' : 'User',
        user.credits,
        toDateCell(user.created_at),
        user.id,
      ])
    }
    onRows(rows.size)
    if (users.rows.length < maxRows) return [...rows.values()]
  }
}
