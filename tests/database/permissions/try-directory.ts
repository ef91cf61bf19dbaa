import type { HttpAccess } from './http-access.ts'
import type { Role } from '../../../tooling/permission-matrix.ts'
import { makeRow } from './subjects.ts'
import { type Findings, tryActions } from './try-cells.ts'

/** Tries every operation on the directory while it is closed and while it is live, and closes it again. */
export async function tryDirectory(access: HttpAccess): Promise<Findings> {
  const { sql, users, request } = access
  const setLive = (isLive: boolean) =>
    sql.query('update private.settings set directory_live = $1', [isLive])

  /** Creates an approved community that belongs to the owner. */
  const makeApproved = () => makeRow(sql, users, 'approved communities')
  const makePending = () => makeRow(sql, users, 'communities')

  const call = async (role: Role, name: string, args: object) => {
    const init = { method: 'POST', body: JSON.stringify(args) }
    return (await request(role, `/rest/v1/rpc/${name}`, init)).text()
  }
  const finds = async (role: Role, id: string, search?: string) =>
    (await call(role, 'search_directory', { search })).includes(id)
  const opens = async (role: Role, id: string, text = id) =>
    (await call(role, 'get_directory_community', { community_id: id })).includes(text)
  const exists = async (from: string, id: string) =>
    (await sql.query(`select from public.${from}`, [id])).rows.length > 0

  const getsLink = async (role: Role, id: string) => {
    const joined = await call(role, 'join_community', { community_id: id })
    const read = await call(role, 'get_invite_link', { community_id: id })
    const link = 'select whatsapp_link as link from public.communities where id = $1'
    const { rows } = await sql.query(link, [id])
    return (joined + read).includes(String(rows[0]?.['link']))
  }
  const saves = async (role: Role, id: string) => {
    await access.insert(role, 'saved_communities', { community_id: id })
    await call(role, 'save_communities', { community_ids: [id] })
    return exists('saved_communities where community_id = $1', id)
  }
  const reports = async (role: Role, id: string) => {
    await call(role, 'report_community', { community_id: id, reason: 'spam' })
    return exists('community_reports where community_id = $1', id)
  }

  const onApproved = (state: 'closed' | 'live') => ({
    [`directory ${state}: find a community`]: async (role: Role) =>
      finds(role, await makeApproved()),
    [`directory ${state}: open a community`]: async (role: Role) =>
      opens(role, await makeApproved()),
    [`directory ${state}: count places`]: async (role: Role) => {
      await makeApproved()
      return (await call(role, 'count_places', {})).includes('Bali')
    },
    [`directory ${state}: join`]: async (role: Role) => getsLink(role, await makeApproved()),
    [`directory ${state}: save`]: async (role: Role) => saves(role, await makeApproved()),
    [`directory ${state}: report`]: async (role: Role) => reports(role, await makeApproved()),
  })

  const closed = await tryActions(onApproved('closed'))
  await setLive(true)
  const live = await tryActions({
    ...onApproved('live'),
    'directory live: join a pending community': async (role) => getsLink(role, await makePending()),
    'directory live: save a pending community': async (role) => saves(role, await makePending()),
    'directory live: report a pending community': async (role) =>
      reports(role, await makePending()),
    'directory live: find a pending community': async (role) => {
      const id = await makePending()
      return (await finds(role, id)) || opens(role, id)
    },
    'directory live: find held changes': async (role) => {
      const id = await makeApproved()
      await sql.query(
        `update public.communities set held_at = now(),
           held_changes = '{"name": "Wonderful Whales", "description": "Wonderful Whales"}'
         where id = $1`,
        [id],
      )
      return (await finds(role, id, 'wonderful')) || opens(role, id, 'Wonderful')
    },
    'directory live: open changed groups': async (role) => {
      const id = await makeApproved()
      const name = 'Not yet reviewed'
      await sql.query('update public.communities set groups_changed_at = now() where id = $1', [id])
      await sql.query('insert into public.community_groups (community_id, name) values ($1, $2)', [
        id,
        name,
      ])
      return opens(role, id, name)
    },
    'directory live: count its joins': async (role) => {
      const id = await makeApproved()
      await sql.query(
        'insert into public.community_joins (community_id, user_id, joined_on) values ($1, $2, current_date)',
        [id, users.stranger.id],
      )
      return (await call(role, 'count_joins', {})).includes(id)
    },
    'directory live: resolve its reports': async (role) => {
      const id = await makeApproved()
      await sql.query(
        `insert into public.community_reports (community_id, reporter_id, reason) values ($1, $2, 'spam')`,
        [id, users.stranger.id],
      )
      await call(role, 'resolve_reports', { community_id: id, seen_at: 'infinity' })
      return !(await exists(
        'community_reports where community_id = $1 and resolved_at is null',
        id,
      ))
    },
  })
  await setLive(false)
  return new Map([...closed, ...live])
}
