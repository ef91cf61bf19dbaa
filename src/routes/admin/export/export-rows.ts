import { communityColumns, fieldLabel, fieldNames } from '../../../communities/fields.ts'
import { countryOf, joinTypeLabels, statusLabels } from '../../../communities/vocabulary.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { supabase } from '../../../supabase/client.ts'
import type { CommunitiesView, UsersView } from '../admin-view.ts'
import { filterArguments } from '../communities/community-queries.ts'
import { readUsers } from '../users/user-queries.ts'
import type { Cell } from './csv.ts'

type Progress = {
  /** Called with the number of rows read so far. */
  onRows: (rows: number) => void
  signal: AbortSignal
}

/** Rows of one answer: PostgREST cuts it here. */
const maxRows = 1000

export const communityHeaders = [
  ...fieldNames.map(fieldLabel),
  'Country',
  'Status',
  'Rejection reason',
  'Owner',
  'Owner email',
  'Created',
  'Decided',
  'Id',
]

/** Every community of a view, newest first, as the cells of a table. */
export async function readCommunities(view: CommunitiesView, { onRows, signal }: Progress) {
  const rows: Cell[][] = []
  let from: { before_created_at?: string; before_id?: string } = {}
  for (;;) {
    const request = supabase
      .rpc('export_communities', { ...filterArguments(view), status: view.status, ...from })
      .select(
        `${communityColumns}, owner:profiles!communities_owner_id_fkey (name, email, sign_in_email)`,
      )
      .abortSignal(signal)
    // Each page begins where the one before ended.
    // oxlint-disable-next-line no-await-in-loop
    const data = unwrap(await request)
    for (const community of data) {
      const shown = { ...community, join_type: joinTypeLabels[community.join_type] }
      rows.push([
        ...fieldNames.map((field) => shown[field]),
        countryOf[community.location],
        statusLabels[community.status],
        community.rejection_reason,
        community.owner.name,
        community.owner.sign_in_email || community.owner.email,
        community.created_at,
        community.approval_date,
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
  'Joined',
  'Id',
]

/** Every user of a view in its order, as the cells of a table. Somebody who joins meanwhile is left out. */
export async function readEveryUser(view: UsersView, { onRows, signal }: Progress) {
  const rows = new Map<string, Cell[]>()
  for (let page = 1; ; page += 1) {
    signal.throwIfAborted()
    // One page after the other, or a large directory would meet the server all at once.
    // oxlint-disable-next-line no-await-in-loop
    const found = await readUsers(view, { page, perPage: maxRows })
    for (const user of found.rows) {
      rows.set(user.id, [
        user.name,
        user.email,
        user.phone,
        user.address,
        user.country,
        user.interests?.join(', ') ?? null,
        user.is_admin ? 'Admin' : 'User',
        user.credits,
        user.created_at,
        user.id,
      ])
    }
    onRows(rows.size)
    if (found.rows.length < maxRows) return [...rows.values()]
  }
}
