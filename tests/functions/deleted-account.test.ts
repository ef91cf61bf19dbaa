import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startLocalSupabase } from '../../supabase/local/start.ts'
import { createCommunity } from '../support/communities.ts'
import { readImageFolder, uploadImage } from '../support/images.ts'
import { createTestClient } from '../support/users.ts'

const folder = mkdtempSync(join(tmpdir(), 'deleted-account-'))

/** Lists the tables of all schemas with a row that contains the text, except the security log of the auth service. */
async function listTablesWith(text: string): Promise<string[]> {
  const { driver } = local.connection
  const tables = await driver.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')
      and not (schemaname = 'auth' and tablename = 'audit_log_entries')`)
  const found: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await driver.query(
      `select from ${name} as t where to_jsonb(t)::text ilike $1 limit 1`,
      [`%${text}%`],
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}

/** Lists the stored files in an image folder. Each storage service has its own layout above and below that folder. */
const listFiles = (imageFolder: string): string[] =>
  readdirSync(join(folder, 'storage'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath.includes(imageFolder))
    .map(({ name }) => name)

const local = await startLocalSupabase({ dataFolder: folder, isDirectoryLive: true })
const client = createTestClient(local.publishableKey, local.url)
const account = { email: 'leaving@example.com', password: 'correct-horse-7' }
const { data } = await client.auth.signUp(account)
const accessToken = data.session?.access_token ?? ''
const user = { ...account, id: data.user?.id ?? '', client, accessToken }
const image = await uploadImage(user)
await uploadImage(user)
const community = await createCommunity(user, {
  image_url: image.url,
  name: 'Xylophone Travellers',
})
await client
  .from('community_groups')
  .insert({ community_id: community.id, name: 'Those who stay' })
  .throwOnError()
await local.connection.driver.query(
  `update public.communities set status = 'approved' where id = $1`,
  [community.id],
)
// A community of the demo data.
const other = { community_id: 'aaaaaaaa-0000-4000-8000-000000000010' }
await client.rpc('join_community', other).throwOnError()
await client.rpc('report_community', { ...other, reason: 'spam' }).throwOnError()

afterAll(async () => {
  await local.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('deleting an account leaves no row, file or session', async () => {
  const imageFolder = await readImageFolder(user)
  expect(await listTablesWith(user.id)).toEqual(
    expect.arrayContaining([
      'auth.users',
      'auth.identities',
      'auth.sessions',
      'public.profiles',
      'public.communities',
      'public.community_joins',
      'public.community_reports',
      'storage.objects',
    ]),
  )
  expect(listFiles(imageFolder)).not.toEqual([])
  const searched = ['public.directory_communities', 'private.directory_words']
  expect(await listTablesWith('xylophone')).toEqual(expect.arrayContaining(searched))

  const answer = await fetch(`${local.url}/functions/v1/delete-user`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.accessToken}` },
    body: JSON.stringify({ userId: user.id }),
  })
  expect(answer.status).toBe(200)

  expect(await listTablesWith(user.id)).toEqual([])
  expect(await listTablesWith(user.email)).toEqual([])
  expect(await listTablesWith('Those who stay')).toEqual([])
  expect(await listTablesWith('xylophone')).toEqual([])
  expect(listFiles(imageFolder)).toEqual([])
  expect((await user.client.auth.refreshSession()).data.session).toBeNull()
})
