import { afterAll, expect, test } from 'vitest'
import { startLocalSupabase } from '../../supabase/local/start.ts'
import { createTestClient } from '../support/users.ts'

/* Most projects keep the directory closed at first. The demo data has approved communities. */

const local = await startLocalSupabase()
afterAll(() => local.stop())
const sql = local.connection.driver

const setLive = (isLive: boolean) =>
  sql.query('update private.settings set directory_live = $1', [isLive])

test('nobody finds or joins a community while the directory is closed', async () => {
  const { rows } = await sql.query<{ id: string }>('select id from public.directory_communities')
  const community_id = rows[0]?.id ?? ''
  const visitor = createTestClient(local.publishableKey, local.url)
  const member = createTestClient(local.publishableKey, local.url)
  const account = { email: `${crypto.randomUUID()}@example.com`, password: 'correct-horse-7' }
  await member.auth.signUp(account)
  const readAll = async () => {
    const answers = await Promise.all([
      visitor.rpc('search_directory'),
      visitor.rpc('count_places'),
      visitor.rpc('get_directory_community', { community_id }),
      visitor.rpc('count_directory'),
    ])
    return answers.map(({ data }) => (Array.isArray(data) ? data.length > 0 : data !== null))
  }
  const joinAndRead = async () => [
    (await member.rpc('join_community', { community_id })).error?.code,
    (await member.rpc('report_community', { community_id, reason: 'spam' })).error?.code,
    (await member.rpc('get_invite_link', { community_id })).data,
  ]

  await setLive(true)
  expect(await readAll()).toEqual([true, true, true, true])
  expect(await joinAndRead()).toEqual([undefined, undefined, expect.stringContaining('https://')])
  await setLive(false)
  expect(await readAll()).toEqual([false, false, false, false])
  expect(await joinAndRead()).toEqual(['PT410', 'PT410', null])
})
