import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { uploadImage } from '../../support/images.ts'
import { createTestClient } from '../../support/users.ts'
import { startLocalSupabase } from '../../../tooling/real-services/start.ts'

const services = await startLocalSupabase()
afterAll(() => services.stop())
const { driver } = services.connection

async function signUp() {
  const client = createTestClient(services.publishableKey, services.url)
  const email = `${crypto.randomUUID()}@example.com`
  const { data } = await client.auth.signUp({ email, password: 'correct-horse-7' })
  return { id: data.user?.id ?? '', token: data.session?.access_token, client }
}

const done = { status: 200, body: { success: true } }

/** Returns the statement in docs/troubleshooting.md that repairs accounts. */
function readRepair(): string {
  const text = readFileSync('docs/troubleshooting.md', 'utf8')
  return /```sql\n(update auth\.users[^`]*)```/.exec(text)?.[1] ?? ''
}

async function remove(userId: string, token: string | undefined) {
  const response = await fetch(`${services.url}/functions/v1/delete-user`, {
    method: 'POST',
    headers: { apikey: services.publishableKey, authorization: `Bearer ${token}` },
    body: JSON.stringify({ userId }),
  })
  return { status: response.status, body: await response.json() }
}

test('an account that the auth service cannot find keeps its rows and images until it is repaired', async () => {
  const [admin, user] = await Promise.all([signUp(), signUp()])
  await driver.query('update public.profiles set is_admin = true where id = $1', [admin.id])
  const image = await uploadImage(user)
  // As in rows that were inserted with SQL.
  await driver.query('update auth.users set instance_id = null where id = $1', [user.id])

  expect(await remove(user.id, admin.token)).toEqual({
    status: 409,
    body: { error: 'The auth service cannot find this account, so it was not deleted.' },
  })
  const { rows } = await driver.query('select from public.profiles where id = $1', [user.id])
  expect(rows).toHaveLength(1)
  expect((await fetch(image.url)).ok).toBe(true)

  await driver.query(readRepair())
  expect(await remove(user.id, admin.token)).toEqual(done)
  // A repeated deletion succeeds.
  expect(await remove(user.id, admin.token)).toEqual(done)
  expect((await fetch(image.url)).ok).toBe(false)
})

test('an account that was inserted with SQL can be deleted once it is repaired', async () => {
  const [admin, id] = [await signUp(), crypto.randomUUID()]
  await driver.query('update public.profiles set is_admin = true where id = $1', [admin.id])
  await driver.query('insert into auth.users (id, email) values ($1, $2)', [
    id,
    `${id}@example.com`,
  ])
  expect((await remove(id, admin.token)).status).toBe(409)
  await driver.query(readRepair())
  expect(await remove(id, admin.token)).toEqual(done)
})
