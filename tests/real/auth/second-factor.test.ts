import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { startLocalSupabase } from '../../../tooling/real-services/start.ts'
import { readImageFolder } from '../../support/images.ts'
import { addFactor, createCode } from '../../support/totp.ts'
import { type Client, createTestClient } from '../../support/users.ts'

/* Attacks by someone who knows the password of an account, but has no code, on the real auth service. */

const services = await startLocalSupabase()
afterAll(() => services.stop())
const { driver } = services.connection

const enterCode = 'Enter the code from your authenticator app to finish signing in.'

const createClient = (key = services.publishableKey) => createTestClient(key, services.url)

/** Creates an account with an authenticator app, and signs in elsewhere with its password only. */
async function createProtectedAccount() {
  const [owner, earlier, attacker] = [createClient(), createClient(), createClient()]
  const account = { email: `${crypto.randomUUID()}@example.com`, password: 'correct-horse-7' }
  const { data } = await owner.auth.signUp(account)
  const id = data.user?.id ?? ''
  const folder = await readImageFolder({ id, client: owner })
  await earlier.auth.signInWithPassword(account)
  const factor = await addFactor(owner)
  await attacker.auth.signInWithPassword(account)
  return { ...account, id, folder, factor, owner, earlier, attacker }
}

async function callFunction(client: Client, path: string, userId: string) {
  const { data } = await client.auth.getSession()
  const response = await fetch(`${services.url}/functions/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${data.session?.access_token}` },
    body: JSON.stringify({ userId }),
  })
  return { status: response.status, body: await response.json() }
}

const readsProfile = async (client: Client) =>
  (await client.from('profiles').select('id')).data?.length === 1

describe('a password without the code', () => {
  test('gives no access to the database, the images or the edge functions', async () => {
    const { id, folder, attacker } = await createProtectedAccount()
    expect(await readsProfile(attacker)).toBe(false)
    const { error } = await attacker.rpc('export_my_data')
    expect(error?.message).toBe(enterCode)
    const bucket = attacker.storage.from('community-images')
    const upload = await bucket.upload(`${folder}/1763600000000-compressed.jpg`, 'x', {
      contentType: 'image/jpeg',
    })
    expect(upload.error).not.toBeNull()
    const refused = { status: 403, body: { error: enterCode } }
    expect(await callFunction(attacker, 'delete-user', id)).toEqual(refused)
    expect(await callFunction(attacker, 'admin/send-mail', id)).toEqual(refused)
    const { rows } = await driver.query('select from public.profiles where id = $1', [id])
    expect(rows).toHaveLength(1)
  })

  test('can neither remove the app, add another one, nor change the password or the email', async () => {
    const { factor, attacker } = await createProtectedAccount()
    const attempts = await Promise.all([
      attacker.auth.mfa.unenroll({ factorId: factor.id }),
      attacker.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' }),
      attacker.auth.updateUser({ password: 'better-horse-8' }),
      attacker.auth.updateUser({ email: `${crypto.randomUUID()}@example.com` }),
    ])
    expect(attempts.map(({ error }) => error?.code)).toEqual(attempts.map(() => 'insufficient_aal'))
  })

  test('does not confirm another app, not even one that was created before', async () => {
    const { owner, attacker } = await createProtectedAccount()
    // As if the attacker had created it at the moment in which the owner confirmed theirs.
    const { data } = await owner.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' })
    const app = { id: data?.id ?? '', secret: data?.type === 'totp' ? data.totp.secret : '' }
    const next = { factorId: app.id, code: createCode(app.secret) }
    expect((await attacker.auth.mfa.challengeAndVerify(next)).error).not.toBeNull()
    await attacker.auth.refreshSession()
    expect(await readsProfile(attacker)).toBe(false)
    expect((await owner.auth.mfa.challengeAndVerify(next)).error).toBeNull()
  })

  test('gives no access in a session from before the app was added', async () => {
    const { earlier } = await createProtectedAccount()
    expect(await readsProfile(earlier)).toBe(false)
    expect((await earlier.rpc('count_joins')).error?.message).toBe(enterCode)
  })
})

test('the code gives full access, which a refreshed token keeps', async () => {
  const { factor, attacker: client } = await createProtectedAccount()
  const next = { factorId: factor.id, code: createCode(factor.secret) }
  expect((await client.auth.mfa.challengeAndVerify(next)).error).toBeNull()
  expect(await readsProfile(client)).toBe(true)
  expect((await client.auth.refreshSession()).error).toBeNull()
  expect(await readsProfile(client)).toBe(true)
})

describe('a lost factor', () => {
  test('is reset with the documented statement', async () => {
    const { email, attacker: user } = await createProtectedAccount()
    const text = readFileSync('docs/troubleshooting.md', 'utf8')
    const statement = /```sql\n(delete from auth\.mfa_factors[^`]*)```/.exec(text)?.[1] ?? ''
    await driver.query(statement.replace('user@example.com', email))
    expect(await readsProfile(user)).toBe(true)
    await expect(addFactor(user)).resolves.toBeDefined()
  })

  test('is reset with the secret key', async () => {
    const { id, attacker: user } = await createProtectedAccount()
    const { mfa } = createClient(services.secretKey).auth.admin
    const { data } = await mfa.listFactors({ userId: id })
    const [factor] = data?.factors ?? []
    expect((await mfa.deleteFactor({ userId: id, id: factor?.id ?? '' })).error).toBeNull()
    expect(await readsProfile(user)).toBe(true)
  })
})
