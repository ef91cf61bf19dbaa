import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reviewedFields } from '../../src/communities/fields.ts'
import { type LocalSupabase, startLocalSupabase } from '../../supabase/local/start.ts'
import { decideHeldChanges, newCommunity } from '../support/communities.ts'
import { type Client, createTestClient } from '../support/users.ts'
import { newContent } from './permissions/subjects.ts'

/*
 * Tests everything that can happen to a held change, for each reviewed field. Adds a text and a number to the database's
 * list only, which proves that no function names the fields one by one.
 */

const tested = [...reviewedFields.map(({ name }) => name), 'location', 'member_count']

let local: LocalSupabase
let owner: Client
let admin: Client

beforeAll(async () => {
  local = await startLocalSupabase()
  await local.connection.driver.exec(
    `create or replace function private.reviewed_fields() returns text[]
     language sql immutable set search_path = '' as $$
       select array['${tested.join("', '")}']
     $$`,
  )
  owner = await signIn('luca@example.com')
  admin = await signIn('admin@example.com')
})

afterAll(() => local.stop())

async function signIn(email: string): Promise<Client> {
  const client = createTestClient(local.publishableKey, local.url)
  const { error } = await client.auth.signInWithPassword({ email, password: 'travel-together' })
  if (error) throw error
  return client
}

test('the page and the database review the same fields', async () => {
  const other = await startLocalSupabase()
  const { rows } = await other.connection.driver.query('select private.reviewed_fields() as fields')
  await other.stop()
  expect(rows).toEqual([{ fields: reviewedFields.map(({ name }) => name) }])
})

describe.each(tested)('a change to %s of an approved community', (field) => {
  /** Creates an approved community whose owner has changed the field. */
  async function hold() {
    const value = newContent[field]?.()
    const { data } = await owner
      .from('communities')
      .insert(newCommunity())
      .select('id')
      .single()
      .throwOnError()
    await write(admin, data.id, { status: 'approved' })
    const before = await read(data.id)
    await write(owner, data.id, { [field]: value })
    return { id: data.id, before, value }
  }
  const write = (client: Client, id: string, change: object) =>
    client
      .from('communities')
      .update(JSON.parse(JSON.stringify(change)))
      .eq('id', id)
      .throwOnError()
  async function read(id: string): Promise<Record<string, unknown> | undefined> {
    const { rows } = await local.connection.driver.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(c) - array['updated_at', 'search_text', 'held_at'] as row
       from public.communities as c where id = $1`,
      [id],
    )
    return rows[0]?.row
  }

  test('is held while the approved value stays live', async () => {
    const { id, before, value } = await hold()
    expect(await read(id)).toEqual({ ...before, held_changes: { [field]: value } })
  })

  test('goes live once accepted, and is held again after an undo', async () => {
    const { id, before, value } = await hold()
    const held = await read(id)
    await decideHeldChanges({ client: admin }, id, 'accept')
    expect(await read(id)).toEqual({ ...before, [field]: value })
    await admin.rpc('undo_decision', { community_id: id }).throwOnError()
    expect(await read(id)).toEqual(held)
  })

  test('is dropped once declined, and is held again after an undo', async () => {
    const { id, before } = await hold()
    const held = await read(id)
    await decideHeldChanges({ client: admin }, id, 'decline')
    expect(await read(id)).toEqual(before)
    await admin.rpc('undo_decision', { community_id: id }).throwOnError()
    expect(await read(id)).toEqual(held)
  })

  test('is dropped once the owner withdraws it', async () => {
    const { id, before } = await hold()
    await write(owner, id, { held_changes: null })
    expect(await read(id)).toEqual(before)
  })
})
