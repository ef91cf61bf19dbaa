import type { HttpAccess } from './http-access.ts'
import type { Role } from '../../../tooling/permission-matrix.ts'
import { subjects } from './subjects.ts'
import { tryActions } from './try-services.ts'
import type { Findings } from './try-cells.ts'

/** Tries every operation on the directory while it is closed and while it is live, and closes it again. */
export async function tryDirectory(access: HttpAccess): Promise<Findings> {
  const closed = await tryActions(actionsOnApprovedCommunity(access, 'closed'))
  await access.sql.query('update private.settings set directory_live = true')
  const live = await tryActions({
    ...actionsOnApprovedCommunity(access, 'live'),
    ...actionsOnUnapprovedContent(access),
    ...actionsOfOwnersAndAdmins(access),
  })
  await access.sql.query('update private.settings set directory_live = false')
  return new Map([...closed, ...live])
}

/** Creates an approved community that belongs to the owner. */
const makeApproved = async ({ sql, users }: HttpAccess) =>
  (await subjects['approved communities']?.make(sql, users)) ?? ''
const makePending = async ({ sql, users }: HttpAccess) =>
  (await subjects['communities']?.make(sql, users)) ?? ''

async function call({ request }: HttpAccess, role: Role, name: string, args: object) {
  const body = JSON.stringify(args)
  return (await request(role, `/rest/v1/rpc/${name}`, { method: 'POST', body })).text()
}

async function linkOf({ sql }: HttpAccess, id: string) {
  const { rows } = await sql.query('select whatsapp_link from public.communities where id = $1', [
    id,
  ])
  return String(rows[0]?.['whatsapp_link'])
}

async function getsLink(access: HttpAccess, role: Role, community: string) {
  const joined = await call(access, role, 'join_community', { community_id: community })
  const read = await call(access, role, 'get_invite_link', { community_id: community })
  return (joined + read).includes(await linkOf(access, community))
}

async function reports(access: HttpAccess, role: Role, community: string) {
  await call(access, role, 'report_community', { community_id: community, reason: 'spam' })
  const { rows } = await access.sql.query(
    'select from public.community_reports where community_id = $1',
    [community],
  )
  return rows.length > 0
}

const actionsOnApprovedCommunity = (access: HttpAccess, state: 'closed' | 'live') => ({
  [`directory ${state}: find a community`]: async (role: Role) => {
    const id = await makeApproved(access)
    return (await call(access, role, 'search_directory', {})).includes(id)
  },
  [`directory ${state}: open a community`]: async (role: Role) => {
    const id = await makeApproved(access)
    return (await call(access, role, 'get_directory_community', { community_id: id })).includes(id)
  },
  [`directory ${state}: count places`]: async (role: Role) => {
    await makeApproved(access)
    return (await call(access, role, 'count_places', {})).includes('Bali')
  },
  [`directory ${state}: join`]: async (role: Role) =>
    getsLink(access, role, await makeApproved(access)),
  [`directory ${state}: report`]: async (role: Role) =>
    reports(access, role, await makeApproved(access)),
})

const actionsOnUnapprovedContent = (access: HttpAccess) => ({
  'directory live: join a pending community': async (role: Role) =>
    getsLink(access, role, await makePending(access)),
  'directory live: report a pending community': async (role: Role) =>
    reports(access, role, await makePending(access)),
  'directory live: find a pending community': async (role: Role) => {
    const id = await makePending(access)
    const found = await call(access, role, 'search_directory', {})
    const opened = await call(access, role, 'get_directory_community', { community_id: id })
    return found.includes(id) || opened.includes(id)
  },
  'directory live: find held changes': async (role: Role) => {
    const id = await makeApproved(access)
    await access.sql.query(
      `update public.communities set held_at = now(),
         held_changes = '{"name": "Wonderful Whales", "description": "Wonderful Whales"}'
       where id = $1`,
      [id],
    )
    const found = await call(access, role, 'search_directory', { search: 'wonderful' })
    const opened = await call(access, role, 'get_directory_community', { community_id: id })
    return found.includes(id) || opened.includes('Wonderful')
  },
  'directory live: open changed groups': async (role: Role) => {
    const id = await makeApproved(access)
    const name = 'Not yet reviewed'
    await access.sql.query(
      'update public.communities set groups_changed_at = now() where id = $1',
      [id],
    )
    await access.sql.query(
      'insert into public.community_groups (community_id, name) values ($1, $2)',
      [id, name],
    )
    return (await call(access, role, 'get_directory_community', { community_id: id })).includes(
      name,
    )
  },
})

const actionsOfOwnersAndAdmins = (access: HttpAccess) => ({
  'directory live: count its joins': async (role: Role) => {
    const id = await makeApproved(access)
    await access.sql.query(
      'insert into public.community_joins (community_id, user_id, joined_on) values ($1, $2, current_date)',
      [id, access.users.stranger.id],
    )
    return (await call(access, role, 'count_joins', {})).includes(id)
  },
  'directory live: resolve its reports': async (role: Role) => {
    const id = await makeApproved(access)
    await access.sql.query(
      `insert into public.community_reports (community_id, reporter_id, reason) values ($1, $2, 'spam')`,
      [id, access.users.stranger.id],
    )
    await call(access, role, 'resolve_reports', { community_id: id, seen_at: 'infinity' })
    const { rows } = await access.sql.query(
      'select from public.community_reports where community_id = $1 and resolved_at is null',
      [id],
    )
    return rows.length === 0
  },
})
