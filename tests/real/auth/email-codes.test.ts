import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { Session } from '@supabase/supabase-js'
import type { RealSupabase } from '../../../tooling/real-services/services.ts'
import { startLocalSupabase } from '../../../tooling/real-services/start.ts'
import { addFactor, createCode } from '../../support/totp.ts'
import { createAccountTools } from '../account-tools.ts'

/* Attacks on codes by email. The service enforces all of this, so it is tested on the real one. */

const services = await startLocalSupabase({
  confirmations: true,
  authOverrides: { GOTRUE_SMTP_MAX_FREQUENCY: '1ms' },
})
let limited: RealSupabase | undefined
afterAll(() => services.stop())
afterEach(async () => {
  await limited?.stop()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
const { createClient, generateAccount, createAccount } = createAccountTools(services)

const request = (email: string) => createClient().auth.signInWithOtp({ email })
const verify = (email: string, token: string) =>
  createClient().auth.verifyOtp({ email, token, type: 'email' })
const readCode = (email: string, { emails } = services) =>
  /^\d{6}$/m.exec(emails.get(email)?.at(-1)?.text ?? '')?.[0] ?? ''
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000')
const refused = { status: 403, code: 'otp_expired' }

test('requests for a known, a new and an unconfirmed address have the same response', async () => {
  const { account } = await createAccount()
  const unconfirmed = generateAccount()
  await createClient().auth.signUp(unconfirmed)
  for (const { email } of [account, unconfirmed, generateAccount()]) {
    expect(await request(email)).toEqual({ data: { user: null, session: null }, error: null })
    expect(readCode(email)).toMatch(/^\d{6}$/)
  }
})

test('a code works once, for its own address, until the next one and for an hour', async () => {
  const [first, second] = [generateAccount().email, generateAccount().email]
  await request(first)
  const replaced = readCode(first)
  await request(first)
  await request(second)
  const code = readCode(first)
  expect((await verify(second, code)).error).toMatchObject(refused)
  expect((await verify(first, otherThan(code))).error).toMatchObject(refused)
  const old = replaced === code ? otherThan(code) : replaced
  expect((await verify(first, old)).error).toMatchObject(refused)
  expect((await verify(first.toUpperCase(), code)).data.user?.email).toBe(first)
  expect((await verify(first, code)).error).toMatchObject(refused)

  await services.connection.driver.query(
    `update auth.users set confirmation_sent_at = now() - interval '61 minutes' where email = $1`,
    [second],
  )
  expect((await verify(second, readCode(second))).error).toMatchObject(refused)
})

test('a code that an attacker has requested signs in only the browser in which it is entered', async () => {
  const [victim, attacker] = [generateAccount().email, generateAccount().email]
  // With a secret of the attacker, without which the service would not exchange the code of its own link.
  const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 's256' }
  await fetch(`${services.url}/auth/v1/otp`, {
    method: 'POST',
    headers: { apikey: services.publishableKey },
    body: JSON.stringify({ email: victim, create_user: true, ...challenge }),
  })
  const code = readCode(victim)
  await request(attacker)
  // The dialog sends the address that its user has entered, so a code of another address does not work.
  expect((await verify(victim, readCode(attacker))).error).toMatchObject(refused)
  const { user } = (await verify(victim, code)).data
  expect(user?.email).toBe(victim)
  expect((await verify(victim, code)).error).toMatchObject(refused)
  const { rows } = await services.connection.driver.query(
    'select from auth.sessions where user_id = $1',
    [user?.id],
  )
  expect(rows).toHaveLength(1)
})

test('a code by email of an account with an app opens nothing until the code of the app', async () => {
  const { account, client: owner } = await createAccount()
  const factor = await addFactor(owner)
  await request(account.email)
  const client = createClient()
  const code = { email: account.email, token: readCode(account.email), type: 'email' } as const
  expect((await client.auth.verifyOtp(code)).error).toBeNull()
  expect((await client.auth.getClaims()).data?.claims).toMatchObject({
    aal: 'aal1',
    amr: [{ method: 'otp' }],
  })
  const readProfiles = async () => (await client.from('profiles').select('id')).data
  expect(await readProfiles()).toEqual([])
  const entered = { factorId: factor.id, code: createCode(factor.secret) }
  expect((await client.auth.mfa.challengeAndVerify(entered)).error).toBeNull()
  expect(await readProfiles()).toHaveLength(1)
})

test('the account of a deleted user is a new one, without the old rows', async () => {
  const { account, client } = await createAccount()
  const { data } = await client.auth.getUser()
  const id = data.user?.id ?? ''
  await request(account.email)
  await createClient(services.secretKey).auth.admin.deleteUser(id)
  expect((await verify(account.email, readCode(account.email))).error).toMatchObject(refused)
  await request(account.email)
  const { user } = (await verify(account.email, readCode(account.email))).data
  expect(user?.email).toBe(account.email)
  expect(user?.id).not.toBe(id)
})

test('an account that an attacker created before is recognized by its first code', async () => {
  vi.stubEnv('VITE_SUPABASE_URL', services.url)
  vi.stubEnv('VITE_SUPABASE_PUBLISHABLE_KEY', services.publishableKey)
  vi.stubGlobal('window', { location: new URL(services.url) })
  const { mayHaveForeignPassword } = await import('../../../src/features/session/email-links.ts')
  const signIn = async (email: string): Promise<Session> => {
    await request(email)
    const { session } = (await verify(email, readCode(email))).data
    if (!session) throw new Error('The code has no session')
    return session
  }
  const attacked = generateAccount()
  await createClient().auth.signUp(attacked)
  await services.connection.driver.query(
    "update auth.users set created_at = created_at - interval '1 minute' where email = $1",
    [attacked.email],
  )
  expect(mayHaveForeignPassword(await signIn(attacked.email))).toBe(true)
  // Later codes of the same account, and the first of a new one.
  await services.connection.driver.query(
    "update auth.users set email_confirmed_at = now() - interval '1 minute' where email = $1",
    [attacked.email],
  )
  expect(mayHaveForeignPassword(await signIn(attacked.email))).toBe(false)
  expect(mayHaveForeignPassword(await signIn(generateAccount().email))).toBe(false)
})

test('an address of the network may guess 30 codes, then also the right one is refused', async () => {
  limited = await startLocalSupabase({
    confirmations: true,
    authOverrides: { GOTRUE_RATE_LIMIT_VERIFY: '30', GOTRUE_RATE_LIMIT_HEADER: 'X-Client' },
  })
  const { url, publishableKey } = limited
  const email = 'guessed@example.com'
  const call = (path: string, body: object, client: string) =>
    fetch(`${url}/auth/v1/${path}`, {
      method: 'POST',
      headers: { apikey: publishableKey, 'x-client': client },
      body: JSON.stringify(body),
    })
  await call('otp', { email }, '192.0.2.1')
  const code = readCode(email, limited)
  const guess = async (token: string, client: string) =>
    (await call('verify', { email, token, type: 'email' }, client)).status
  const statuses: number[] = []
  for (let number = 0; number < 31; number += 1)
    statuses.push(await guess(otherThan(code), '192.0.2.2'))
  expect(new Set(statuses.slice(0, 30))).toEqual(new Set([403]))
  expect(statuses.at(-1)).toBe(429)
  expect(await guess(code, '192.0.2.2')).toBe(429)
  // The limit is not one of the account: its user can still sign in.
  expect(await guess(code, '192.0.2.1')).toBe(200)
})
