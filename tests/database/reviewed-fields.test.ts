import { afterAll, expect, test } from 'vitest'
import { reviewedFields } from '../../src/supabase/rules/fields.ts'
import { createCommunity, decideHeldChanges, updateCommunity } from '../support/communities.ts'
import { signUpAt } from '../support/users.ts'
import { local } from './closed-backend.ts'
import { newContent } from './permissions/subjects.ts'

/*
 * Tests everything that can happen to a held change, with all reviewed fields. Adds a text to the database's list
 * only, which proves that no function names the fields one by one.
 */

const tested = [...reviewedFields, 'location']

const sql = local.connection.driver
const { rows: original } = await sql.query<{ definition: string }>(
  `select pg_get_functiondef('private.reviewed_fields'::regproc) as definition`,
)
await sql.exec(
  `create or replace function private.reviewed_fields() returns text[]
   language sql immutable set search_path = '' as $$
     select array['${tested.join("', '")}']
   $$`,
)
afterAll(() => sql.exec(original[0]?.definition ?? ''))
const [owner, admin] = await Promise.all([signUpAt(local), signUpAt(local, { admin: true })])

test('a change of an approved community is held until it is accepted, declined or withdrawn, and again after an undo', async () => {
  const { id } = await createCommunity(owner, { host_name: 'Ada', host_intro: 'Swims.' })
  async function read(): Promise<Record<string, unknown> | undefined> {
    const { rows } = await sql.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(c) - array['updated_at', 'search_text', 'held_at', 'reviewed_count'] as row
       from public.communities as c where id = $1`,
      [id],
    )
    return rows[0]?.row
  }
  const undo = () => admin.client.rpc('undo_decision', { community_id: id }).throwOnError()
  await updateCommunity(admin, id, { status: 'approved' }).throwOnError()
  const approved = await read()
  const changes = Object.fromEntries(tested.map((field) => [field, newContent[field]?.()]))

  await updateCommunity(owner, id, changes).throwOnError()
  const held = { ...approved, held_changes: changes }
  expect(await read()).toEqual(held)

  await decideHeldChanges(admin, id, 'accept')
  expect(await read()).toEqual({ ...approved, ...changes })
  await undo()
  expect(await read()).toEqual(held)

  await decideHeldChanges(admin, id, 'decline')
  expect(await read()).toEqual({ ...approved, rejection_reason: 'No.' })
  await undo()
  expect(await read()).toEqual(held)

  await updateCommunity(owner, id, { held_changes: null }).throwOnError()
  expect(await read()).toEqual(approved)
})
