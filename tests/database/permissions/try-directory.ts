import type { RequestAs } from './over-http.ts'
import type { Role } from '../../../tooling/permission-matrix.ts'
import { subjects } from './subjects.ts'
import { tryActions } from './try-services.ts'
import type { Way } from './people.ts'
import type { Findings } from './try-cells.ts'

type HttpWay = Way & { request: RequestAs }

/** Does what a role may do with the directory while it is closed and while it is live, and closes it again. */
export async function tryDirectory(way: HttpWay): Promise<Findings> {
  const closed = await tryActions(actionsWhile(way, 'closed'))
  await way.sql.query('update private.settings set directory_live = true')
  const live = await tryActions({
    ...actionsWhile(way, 'live'),
    ...actionsOnWhatIsNotApproved(way),
    ...actionsOfOwnersAndAdmins(way),
  })
  await way.sql.query('update private.settings set directory_live = false')
  return new Map([...closed, ...live])
}

/** A community of the owner's that an admin has approved. */
const makeApproved = async ({ sql, people }: HttpWay) =>
  (await subjects['approved communities']?.make(sql, people)) ?? ''
const makePending = async ({ sql, people }: HttpWay) =>
  (await subjects['communities']?.make(sql, people)) ?? ''

async function call({ request }: HttpWay, role: Role, name: string, args: object) {
  const body = JSON.stringify(args)
  return (await request(role, `/rest/v1/rpc/${name}`, { method: 'POST', body })).text()
}

async function linkOf({ sql }: HttpWay, id: string) {
  const { rows } = await sql.query('select whatsapp_link from public.communities where id = $1', [
    id,
  ])
  return String(rows[0]?.['whatsapp_link'])
}

async function getsLink(way: HttpWay, role: Role, community: string) {
  const joined = await call(way, role, 'join_community', { community_id: community })
  const read = await call(way, role, 'get_invite_link', { community_id: community })
  return (joined + read).includes(await linkOf(way, community))
}

async function reports(way: HttpWay, role: Role, community: string) {
  await call(way, role, 'report_community', { community_id: community, reason: 'spam' })
  const { rows } = await way.sql.query(
    'select from public.community_reports where community_id = $1',
    [community],
  )
  return rows.length > 0
}

const actionsWhile = (way: HttpWay, state: 'closed' | 'live') => ({
  [`directory ${state}: find a community`]: async (role: Role) => {
    const id = await makeApproved(way)
    return (await call(way, role, 'search_directory', {})).includes(id)
  },
  [`directory ${state}: open a community`]: async (role: Role) => {
    const id = await makeApproved(way)
    return (await call(way, role, 'get_directory_community', { community_id: id })).includes(id)
  },
  [`directory ${state}: join`]: async (role: Role) => getsLink(way, role, await makeApproved(way)),
  [`directory ${state}: report`]: async (role: Role) => reports(way, role, await makeApproved(way)),
})

const actionsOnWhatIsNotApproved = (way: HttpWay) => ({
  'directory live: join one that waits for approval': async (role: Role) =>
    getsLink(way, role, await makePending(way)),
  'directory live: report one that waits for approval': async (role: Role) =>
    reports(way, role, await makePending(way)),
  'directory live: find one that waits for approval': async (role: Role) => {
    const id = await makePending(way)
    const found = await call(way, role, 'search_directory', {})
    const opened = await call(way, role, 'get_directory_community', { community_id: id })
    return found.includes(id) || opened.includes(id)
  },
  'directory live: find held changes': async (role: Role) => {
    const id = await makeApproved(way)
    await way.sql.query(
      `update public.communities set held_at = now(),
         held_changes = '{"name": "Wonderful Whales", "description": "Wonderful Whales"}'
       where id = $1`,
      [id],
    )
    const found = await call(way, role, 'search_directory', { search: 'wonderful' })
    const opened = await call(way, role, 'get_directory_community', { community_id: id })
    return found.includes(id) || opened.includes('Wonderful')
  },
  'directory live: open changed groups': async (role: Role) => {
    const id = await makeApproved(way)
    const name = 'Not yet looked at'
    await way.sql.query('update public.communities set groups_changed_at = now() where id = $1', [
      id,
    ])
    await way.sql.query(
      'insert into public.community_groups (community_id, name) values ($1, $2)',
      [id, name],
    )
    return (await call(way, role, 'get_directory_community', { community_id: id })).includes(name)
  },
})

const actionsOfOwnersAndAdmins = (way: HttpWay) => ({
  'directory live: count its joins': async (role: Role) => {
    const id = await makeApproved(way)
    await way.sql.query(
      'insert into public.community_joins (community_id, user_id, joined_on) values ($1, $2, current_date)',
      [id, way.people.stranger.id],
    )
    return (await call(way, role, 'count_joins', {})).includes(id)
  },
  'directory live: resolve its reports': async (role: Role) => {
    const id = await makeApproved(way)
    await way.sql.query(
      `insert into public.community_reports (community_id, reporter_id, reason) values ($1, $2, 'spam')`,
      [id, way.people.stranger.id],
    )
    await call(way, role, 'resolve_reports', { community_id: id, seen_at: 'infinity' })
    const { rows } = await way.sql.query(
      'select from public.community_reports where community_id = $1 and resolved_at is null',
      [id],
    )
    return rows.length === 0
  },
})
