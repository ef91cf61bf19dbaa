import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { reviewedFields } from '../../../src/supabase/rules/fields.ts'
import { type LocalSupabase, startLocalSupabase } from '../../../supabase/local/start.ts'
import { newCommunity } from '../../support/communities.ts'
import { createTestClient } from '../../support/users.ts'
import { expectToast, openApp } from '../whole-app.tsx'
import { findHeading, findRegion } from './queue.ts'

/*
 * Tabs that are older than the database: it reviews one more field, a column that this release does not know.
 */

let local: LocalSupabase

beforeAll(async () => {
  local = await startLocalSupabase()
  const fields = [...reviewedFields, 'house_rules']
  await local.connection.driver.exec(`
    alter table public.communities add house_rules text not null default '';
    grant update (house_rules) on public.communities to authenticated;
    create or replace function private.reviewed_fields() returns text[]
    language sql immutable set search_path = '' as $$ select array['${fields.join("', '")}'] $$;
    notify pgrst, 'reload schema';
  `)
})

afterAll(() => local.stop())

async function signIn(email: string) {
  const password = 'travel-together'
  const client = createTestClient(local.publishableKey, local.url)
  const { data, error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  const { access_token: accessToken, user } = data.session
  return { id: user.id, email, password, client, accessToken }
}

/** Sends the requests of the app to this file's backend. */
function useOwnBackend() {
  const original = globalThis.fetch
  onTestFinished(() => {
    globalThis.fetch = original
  })
  const shared = String(import.meta.env.VITE_SUPABASE_URL)
  globalThis.fetch = (input, init) =>
    input instanceof Request
      ? original(new Request(input.url.replace(shared, local.url), input), init)
      : original(String(input).replace(shared, local.url), init)
}

const query = async (text: string, values: unknown[] = []) =>
  (await local.connection.driver.query(text, values)).rows
const read = () =>
  query('select name, member_count, house_rules, held_changes from public.communities')

const approved = { name: 'As approved', member_count: 12, house_rules: '' }
const proposed = { name: 'As proposed', member_count: 770, house_rules: 'No selling.' }

/** Creates an approved community whose owner has changed three reviewed fields. */
async function hold() {
  await query('delete from public.communities')
  const owner = await signIn('luca@example.com')
  const { data } = await owner.client
    .from('communities')
    .insert(newCommunity({ name: 'As approved', member_count: 12 }))
    .select('id')
    .single()
    .throwOnError()
  await query(`update public.communities set status = 'approved' where id = $1`, [data.id])
  const changes: object = proposed
  // PostgREST takes a moment to read the new column.
  await vi.waitFor(
    () => owner.client.from('communities').update(changes).eq('id', data.id).throwOnError(),
    { timeout: 10_000 },
  )
  expect(await read()).toEqual([{ ...approved, held_changes: proposed }])
  return owner
}

test('a text, a number and an unknown field are decided together, and are held again after an undo', async () => {
  await hold()
  const admin = await signIn('admin@example.com')
  useOwnBackend()
  const user = await openApp(admin, '/admin?view=queue')
  await findHeading('As approved')
  const changes = await findRegion('Changes')
  for (const [label, before, after] of [
    ['Name', 'As approved', 'As proposed'],
    ['Member count', '12', '770'],
    ['house rules', 'not loaded', 'No selling.'],
  ] as const) {
    const values = changes.getByText(label).parentElement
    expect(values).toHaveTextContent(before)
    expect(values).toHaveTextContent(after)
  }
  for (const [key, toast, live] of [
    ['r', 'Changes declined successfully', approved],
    ['a', 'Changes accepted successfully', proposed],
  ] as const) {
    await findHeading('As approved')
    await user.keyboard(key)
    if (key === 'r') {
      await screen.findByRole('dialog', { name: 'Decline changes' })
      await user.keyboard('1{Enter}')
    }
    await expectToast(toast)
    expect(await read()).toEqual([{ ...live, held_changes: null }])
    await user.click(screen.getByRole('button', { name: /^Undo/ }))
    // Until then, the community takes no other decision.
    await expectToast('Decision undone')
    await waitFor(async () =>
      expect(await read()).toEqual([{ ...approved, held_changes: proposed }]),
    )
  }
})

test('an owner who edits a held version keeps the field that their release does not know', async () => {
  const owner = await hold()
  useOwnBackend()
  const user = await openApp(owner, '/profile')
  await user.click(await screen.findByRole('button', { name: 'Edit As proposed' }))
  const name = await screen.findByRole('textbox', { name: /^Community Name/ })
  await user.clear(name)
  await user.type(name, 'As proposed again')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await expectToast('Community updated successfully')
  expect(await read()).toEqual([
    { ...approved, held_changes: { ...proposed, name: 'As proposed again' } },
  ])
})
