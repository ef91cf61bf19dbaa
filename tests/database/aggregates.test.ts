import { afterAll, expect, test } from 'vitest'
import { setDirectoryLive } from '../../supabase/local/database.ts'
import { signUpAt } from '../support/users.ts'
import { local } from './closed-backend.ts'
import { sendRestRequest } from './rest-request.ts'

/* Numbers that many users may read reveal nothing about one user, join or review. */

const sql = local.connection.driver
afterAll(() => setDirectoryLive(local.connection, false))

const [member, admin] = [await signUpAt(local), await signUpAt(local, { admin: true })]

const call = async (name: string, token?: string) =>
  (await sendRestRequest(`rpc/${name}`, { method: 'POST', body: '{}' }, token, local)).text

test('the numbers of the directory are hidden while it is closed, and never show a single join', async () => {
  for (const token of [undefined, member.accessToken, admin.accessToken]) {
    expect(await call('get_directory_numbers', token)).toBe('null')
  }

  await setDirectoryLive(local.connection, true)
  await sql.exec('delete from public.community_joins')
  const countJoins = async () => JSON.parse(await call('get_directory_numbers')).joins
  const join = (communities: number, daysAgo: number, offset = 0) =>
    sql.query(
      `insert into public.community_joins (community_id, user_id, joined_on)
       select c.id, u.id, private.today() - $2::integer
       from public.communities as c cross join (values ($4::uuid), ($5::uuid)) as u (id)
       order by u.id, c.id limit $1 offset $3`,
      [communities, daysAgo, offset, member.id, admin.id],
    )
  await join(9, 1)
  expect(await countJoins()).toBe(0)
  await join(1, 1, 9)
  expect(await countJoins()).toBe(10)
  // Joins of today count tomorrow, all at once.
  await join(15, 0)
  await join(15, 31)
  expect(await countJoins()).toBe(10)
  await join(10, 30)
  expect(await countJoins()).toBe(20)

  const { rows } = await sql.query(
    `select count(*)::integer as communities, count(distinct location)::integer as places, 20 as joins
     from public.directory_communities`,
  )
  expect(JSON.parse(await call('get_directory_numbers'))).toEqual(rows[0])
})

test('the review time is the median of first decisions, and unknown below five communities', async () => {
  await sql.exec('delete from public.audit_log')
  const { rows } = await sql.query<{ id: string; owner_id: string }>(
    'select id, owner_id from public.communities order by id limit 6',
  )
  const decide = (index: number, hours: number, { byOwner = false } = {}) =>
    sql.query(
      `insert into public.audit_log (action, subject, subject_id, owner_id, actor_id, at)
       select 'rejected', 'community', id, owner_id, case when $3 then owner_id else $4::uuid end,
         created_at + $2 * interval '1 hour'
       from public.communities where id = $1`,
      [rows[index]?.id, hours, byOwner, admin.id],
    )
  const read = () => call('get_review_time', member.accessToken)

  for (const [index, hours] of [10, 20, 30, 40].entries()) await decide(index, hours)
  await decide(0, 900)
  await decide(4, 1, { byOwner: true })
  expect(await read()).toBe('null')
  await decide(5, 35)
  expect(await read()).toBe('30')
})
