import { afterAll, describe, expect, test } from 'vitest'
import { startLocalSupabase } from '../../../tooling/real-services/start.ts'
import { readImageFolder } from '../../support/images.ts'
import { readResetStatements } from '../../support/lost-phone.ts'
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
    expect(upload.error).toMatchObject({ statusCode: '403' })
    const refused = { status: 403, body: { error: enterCode } }
    expect(await callFunction(attacker, 'delete-user', id)).toEqual(refused)
    expect(await callFunction(attacker, 'admin/send-emails', id)).toEqual(refused)
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
    // Confirming the app has ended this session.
    expect((await earlier.rpc('count_joins')).error?.code).toBe('PT401')
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

describe('a lost phone', () => {
  /** Sends a request to the auth service with a token that the phone has stored. */
  async function sendFromPhone(token: string, method: string, path: string, body?: object) {
    const response = await fetch(`${services.url}/auth/v1/${path}`, {
      method,
      headers: {
        apikey: services.publishableKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    return { status: response.status, answer }
  }

  async function setNewPassword(email: string, password: string) {
    await createClient().auth.resetPasswordForEmail(email)
    const [, token_hash = ''] =
      /confirm=recovery_(\S+)/.exec(services.emails.get(email)?.at(-1)?.text ?? '') ?? []
    const client = createClient()
    expect((await client.auth.verifyOtp({ token_hash, type: 'recovery' })).error).toBeNull()
    expect((await client.auth.updateUser({ password })).error).toBeNull()
    return client
  }

  test('is locked out by the documented statements, and the user adds a new app', async () => {
    const { id, email, password, owner: phone, attacker } = await createProtectedAccount()
    // As if someone had linked their own Google account with only the password.
    await driver.query(
      `insert into auth.identities (user_id, provider, provider_id, identity_data, created_at, updated_at)
       values ($1, 'google', gen_random_uuid(), '{}', now(), now())`,
      [id],
    )
    const stored = (await phone.auth.getSession()).data.session
    const token = stored?.access_token ?? ''
    await driver.exec('set role project_owner')
    await driver.exec(readResetStatements(email))
    await driver.exec('reset role')

    const refresh = { refresh_token: stored?.refresh_token ?? '' }
    expect((await createClient().auth.refreshSession(refresh)).error?.code).toBe(
      'refresh_token_not_found',
    )
    expect((await attacker.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
    const signIn = await createClient().auth.signInWithPassword({ email, password })
    expect(signIn.error?.code).toBe('invalid_credentials')

    const user = await setNewPassword(email, 'better-horse-8')
    expect(await readsProfile(user)).toBe(true)
    const identities = (await user.auth.getUserIdentities()).data?.identities
    expect(identities?.map(({ provider }) => provider)).toEqual(['email'])
    const app = await addFactor(user, 'New phone')
    const copy = createTestClient(services.publishableKey, services.url, token)
    expect(await readsProfile(copy)).toBe(false)
    expect((await copy.rpc('export_my_data')).error).toMatchObject({
      code: 'PT401',
      message: 'Your session has ended. Please sign in again.',
    })
    const ended = {
      status: 403,
      answer: expect.objectContaining({ error_code: 'session_not_found' }),
    }
    expect(await sendFromPhone(token, 'DELETE', `factors/${app.id}`)).toEqual(ended)
    expect(await sendFromPhone(token, 'PUT', 'user', { password: 'phone-horse-9' })).toEqual(ended)
    const { rows } = await driver.query(
      "select friendly_name from auth.mfa_factors where user_id = $1 and status = 'verified'",
      [id],
    )
    expect(rows).toEqual([{ friendly_name: 'New phone' }])
    const again = await createClient().auth.signInWithPassword({
      email,
      password: 'better-horse-8',
    })
    expect(again.error).toBeNull()
  })
})
