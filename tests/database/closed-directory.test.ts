import { afterAll, expect, test } from 'vitest'
import { setDirectoryLive } from '../../supabase/local/database.ts'
import { signUpAt } from '../support/users.ts'
import { local } from './closed-backend.ts'
import { sendRestRequest } from './rest-request.ts'

/* In a closed directory, no role can find, open, join or report a community. */

const sql = local.connection.driver
afterAll(() => setDirectoryLive(local.connection, false))

const [member, admin] = [await signUpAt(local), await signUpAt(local, { admin: true })]
const { rows: approved } = await sql.query<{ id: string }>(
  `select id from public.communities where status = 'approved' and name = 'Atlantic Kite Crew'`,
)
const community_id = approved[0]?.id ?? ''

const call = (name: string, args: object, token?: string) =>
  sendRestRequest(`rpc/${name}`, { method: 'POST', body: JSON.stringify(args) }, token, local)

const after_id = '00000000-0000-4000-8000-000000000000'

test('functions of the directory return nothing for any words', async () => {
  const calls: [name: string, args: object][] = [
    ['count_directory', {}],
    ['count_directory', { location: 'Bali' }],
    ['count_directory', { language: 'x'.repeat(1000) }],
    ['count_places', {}],
    ['count_places', { language: 'en' }],
    ['search_directory', {}],
    ['search_directory', { location: 'Bali', category: 'Sports', join_type: 'open' }],
    ['search_directory', { sort: 'joined', after_key: '5 2100-01-01', after_id }],
    ['search_directory', { sort: 'members', after_key: '5', after_id }],
    ['search_directory', { sort: 'name', after_key: 'a', after_id }],
    ['search_directory', { sort: 'newest', after_key: '2100-01-01', after_id }],
    ['search_directory', { sort: 'best', after_key: '1 5 2100-01-01', after_id }],
    ['search_directory', { sort: 'best', after_key: '1 true 5 2100-01-01', after_id }],
    ['search_directory', { sort: 'best', after_key: '9', after_id }],
    ['search_directory', { page_size: -1 }],
  ]
  const expectNothing = async (name: string, args: object, token?: string) => {
    const text = name === 'count_directory' ? 'null' : '[]'
    expect([name, args, await call(name, args, token)]).toEqual([name, args, { status: 200, text }])
  }
  for (const [name, args] of calls) {
    // Every community, one with a typing error, and none.
    for (const words of [{}, { search: 'kite' }, { search: 'kiet' }, { search: 'unlisted' }]) {
      await expectNothing(name, { ...args, ...words })
    }
  }
  for (const { accessToken } of [member, admin]) {
    for (const name of ['count_directory', 'count_places', 'search_directory']) {
      await expectNothing(name, { search: 'kite' }, accessToken)
    }
  }
})

test('an error about an argument does not depend on the words', async () => {
  for (const [args, code] of [
    [{ sort: 'members', after_key: 'x', after_id }, '22P02'],
    [{ sort: 'members', after_key: '99999999999', after_id }, '22003'],
    [{ sort: 'joined', after_key: 'x 2026-01-01', after_id }, '22P02'],
    [{ sort: 'joined', after_key: '5 x', after_id }, '22007'],
    [{ sort: 'newest', after_key: 'x', after_id }, '22007'],
    [{ sort: 'newest', after_key: '2026-99-99', after_id }, '22008'],
    [{ sort: 'best', after_key: 'x 5 2026-01-01', after_id }, '22P02'],
    [{ sort: 'best', after_key: '1 x 2026-01-01', after_id }, '22P02'],
    [{ sort: 'best', after_key: '1 99999999999', after_id }, '22003'],
    [{ sort: 'best', after_key: '1 5 x', after_id }, '22007'],
    [{ sort: 'best', after_key: '1 x 5 2026-01-01', after_id }, '22P02'],
    [{ sort: 'best', after_key: '1 true x 2026-01-01', after_id }, '22P02'],
    [{ after_key: 'x' }, '22007'],
    [{ after_id: 'x' }, '22P02'],
    [{ category: 'x' }, '22P02'],
  ] as const) {
    const known = await call('search_directory', { ...args, search: 'kite' })
    expect([args, JSON.parse(known.text)]).toMatchObject([args, { code }])
    expect(await call('search_directory', { ...args, search: 'unlisted' })).toEqual(known)
  }
})

test('a community can be neither opened, joined nor reported, until the directory is open', async () => {
  const open = () => call('get_directory_community', { community_id })
  expect(await open()).toEqual({ status: 200, text: '[]' })
  const openAll = () => call('get_listed_communities', { community_ids: [community_id] })
  expect(await openAll()).toEqual({ status: 200, text: '[]' })
  const report = { community_id, reason: 'spam' }
  for (const [name, args] of [
    ['join_community', { community_id }],
    ['get_invite_link', { community_id }],
    ['report_community', report],
  ] as const) {
    const { text } = await call(name, args, member.accessToken)
    expect([name, JSON.parse(text)]).toMatchObject([name, { code: 'PT410' }])
  }
  const { rows } = await sql.query(
    `select user_id from public.community_joins where user_id = $1
     union all select reporter_id from public.community_reports where reporter_id = $1`,
    [member.id],
  )
  expect(rows).toEqual([])

  await setDirectoryLive(local.connection, true)
  expect((await open()).text).toContain(community_id)
  for (const search of ['kite', 'kiet']) {
    expect((await call('search_directory', { search })).text).toContain(community_id)
  }
})
