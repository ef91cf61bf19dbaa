import { afterAll, expect, test } from 'vitest'
import { readProperty } from '../../src/lib/read-property.ts'
import { createCommunity } from '../support/communities.ts'
import { startFunctionBackend } from './backend.ts'
import { insertOldImages } from './old-images.ts'
import { whileRefused } from './refuse.ts'

/* Accounts with so many rows or images that one statement or call does not handle all of them. */

const backend = await startFunctionBackend()
const { sql, signUp, ask, remove } = backend
afterAll(backend.stop)

test.each([
  ['approvals', 'communities'],
  ['blocks', 'community_blocks'],
])(
  'an admin with many %s is deleted without writing all of them in one statement',
  async (_what, table) => {
    const [busy, lister] = [await signUp({ admin: true }), await signUp()]
    const { id } = await createCommunity(lister)
    // Without triggers, which would take seconds.
    await sql.exec(`
      set session_replication_role = replica;
      insert into public.communities (
        name, description, location, whatsapp_link, image_url, category, owner_id, status, approved_by
      )
      select c.name, c.description, c.location, 'https://chat.whatsapp.com/' || left(md5('${table}' || n), 22),
        c.image_url, c.category, c.owner_id, 'approved', '${busy.id}'
      from public.communities as c, generate_series(1, 1100) as n where c.id = '${id}';
      insert into public.community_blocks (community_id, kind, created_by, reason)
      select c.id, 'admin', '${busy.id}', 'Spam' from public.communities as c where c.approved_by = '${busy.id}';
      set session_replication_role = origin;
      -- Otherwise PostgreSQL plans for tables without rows, which can exceed the time limit of a statement.
      analyze public.communities, public.community_blocks`)
    const update = `update on public.${table} referencing new table as changed`
    await whileRefused(sql, update, '(select count(*) from changed) > 1000', async () => {
      expect(await remove(busy, busy)).toBe(200)
    })
    const { rows } = await sql.query(
      `select count(*)::integer as kept, count(approved_by)::integer as approved, count(created_by)::integer as hidden
       from public.communities join public.community_blocks on community_id = id where owner_id = $1 and id <> $2`,
      [lister.id, id],
    )
    expect(rows).toEqual([{ kept: 1100, approved: 0, hidden: 0 }])
  },
)

test('a call removes at most three hundred unused images, and reports that there are more', async () => {
  for (const user of [await signUp(), await signUp()]) await insertOldImages(sql, user, 160)
  const collect = async () => (await ask('admin/collect-images')).body
  const first = await collect()
  expect(first).toMatchObject({ more: true })
  expect(readProperty(first, 'removed')).toBeLessThanOrEqual(300)
  // On a busy machine, a call may remove fewer.
  await expect.poll(collect, { timeout: 60_000 }).toMatchObject({ more: false })
})
