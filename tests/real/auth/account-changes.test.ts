import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmailToken, readEmailLink } from '../../../src/session/read-email-link.ts'
import type { RealSupabase } from '../../../tooling/real-services/services.ts'
import { startLocalSupabase } from '../../../tooling/real-services/start.ts'
import { addFactor, createCode } from '../../support/totp.ts'
import { createTestClient } from '../../support/users.ts'

/* What the dialogs on /profile rely on: how the auth service changes a password and a sign-in email. */

let services: RealSupabase
/** A service that also requires the current password. */
let strict: RealSupabase

beforeAll(async () => {
  ;[services, strict] = await Promise.all([
    startLocalSupabase({ confirmations: true }),
    startLocalSupabase({
      authOverrides: { GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: 'true' },
    }),
  ])
})

afterAll(() => Promise.all([services.stop(), strict.stop()]))

const password = 'correct-horse-7'
const newPassword = 'better-horse-8'
const createClient = (at = services) => createTestClient(at.publishableKey, at.url)
const generateEmail = () => `${crypto.randomUUID()}@example.com`
const readEmail = (email: string, at = services) => at.emails.get(email)?.at(-1)?.text ?? ''
const readCode = (email: string, at = services) => /^\d{6}$/m.exec(readEmail(email, at))?.[0] ?? ''

/** Returns the token of the link in the last email to a recipient, as the app reads it. */
function readToken(email: string): EmailToken {
  const [link = ''] = /https?:\/\/\S+/.exec(readEmail(email)) ?? []
  const callback = readEmailLink(new URL(link))
  if (callback?.kind !== 'token') throw new Error(`The link has no token: ${link}`)
  return callback.token
}

const verify = ({ hash, type }: EmailToken) =>
  createClient().auth.verifyOtp({ token_hash: hash, type })

const confirm = (email: string) => verify(readToken(email))

async function createAccount(at = services) {
  const email = generateEmail()
  const client = createClient(at)
  await client.auth.signUp({ email, password })
  if (at === services) await confirm(email)
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return { email, client }
}

/** Makes the sessions of an account older than a day. */
const ageSessions = (email: string, at = services) =>
  at.connection.driver.query(
    `update auth.sessions set created_at = now() - interval '25 hours'
     where user_id = (select id from auth.users where email = $1)`,
    [email],
  )

describe('a new password', () => {
  test('ends the other sessions, but not this one', async () => {
    const { email, client } = await createAccount()
    const phone = createClient()
    await phone.auth.signInWithPassword({ email, password })
    expect((await client.auth.updateUser({ password: newPassword })).error).toBeNull()
    expect((await client.auth.refreshSession()).error).toBeNull()
    expect((await phone.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
  })

  test('needs a code in a session older than a day, which works once', async () => {
    const { email, client } = await createAccount()
    await ageSessions(email)
    const without = await client.auth.updateUser({ password: newPassword })
    expect(without.error?.code).toBe('reauthentication_needed')
    await client.auth.reauthenticate()
    const wrong = await client.auth.updateUser({ password: newPassword, nonce: '000000' })
    expect(wrong.error?.code).toBe('reauthentication_not_valid')
    const nonce = readCode(email)
    expect((await client.auth.updateUser({ password: newPassword, nonce })).error).toBeNull()
    const again = await client.auth.updateUser({ password, nonce })
    expect(again.error?.code).toBe('reauthentication_not_valid')
  })

  test('uses up the code if it is the old password, but not if it is too weak', async () => {
    const { email, client } = await createAccount()
    await ageSessions(email)
    await client.auth.reauthenticate()
    const nonce = readCode(email)
    const weak = await client.auth.updateUser({ password: 'short', nonce })
    expect(weak.error?.code).toBe('weak_password')
    const same = await client.auth.updateUser({ password, nonce })
    expect(same.error?.code).toBe('same_password')
    const again = await client.auth.updateUser({ password: newPassword, nonce })
    expect(again.error?.code).toBe('reauthentication_not_valid')
  })

  test('may need the current one as well as a code, which is checked first', async () => {
    const { email, client } = await createAccount(strict)
    await ageSessions(email, strict)
    const change = (current_password?: string, nonce?: string) =>
      client.auth.updateUser({
        password: newPassword,
        ...(current_password !== undefined && { current_password }),
        ...(nonce !== undefined && { nonce }),
      })
    expect((await change()).error?.code).toBe('reauthentication_needed')
    await client.auth.reauthenticate()
    const nonce = readCode(email, strict)
    expect((await change(undefined, nonce)).error?.code).toBe('current_password_required')
    expect((await change(password, nonce)).error?.code).toBe('reauthentication_not_valid')
    await client.auth.reauthenticate()
    const second = readCode(email, strict)
    expect((await change('wrong-1', second)).error?.code).toBe('current_password_invalid')
    await client.auth.reauthenticate()
    expect((await change(password, readCode(email, strict))).error).toBeNull()
  })

  test('revokes the links for a new sign-in email, which stays pending', async () => {
    const { client } = await createAccount()
    const newEmail = generateEmail()
    await client.auth.updateUser({ email: newEmail })
    const { data } = await client.auth.updateUser({ password: newPassword })
    expect(data.user?.new_email).toBe(newEmail)
    expect(data.user?.email_change_sent_at).toBeUndefined()
    expect((await confirm(newEmail)).error?.code).toBe('otp_expired')
  })
})

describe('a new sign-in email', () => {
  test('takes effect with the second link, in either order', async () => {
    for (const isNewFirst of [true, false]) {
      const { email, client } = await createAccount()
      const newEmail = generateEmail()
      await client.auth.updateUser({ email: newEmail })
      const [first, second] = isNewFirst ? [newEmail, email] : ([email, newEmail] as const)
      expect((await confirm(first)).data.session).toBeNull()
      expect((await client.auth.getUser()).data.user).toMatchObject({ email, new_email: newEmail })
      expect((await confirm(second)).data.user?.email).toBe(newEmail)
      const { data } = await client.from('profiles').select('email, sign_in_email')
      expect(data).toEqual([{ email: newEmail, sign_in_email: newEmail }])
    }
  })

  test('is refused if another account has it, even one created after the request', async () => {
    const { client } = await createAccount()
    const other = await createAccount()
    const taken = await client.auth.updateUser({ email: other.email })
    expect(taken.error?.code).toBe('email_exists')

    const newEmail = generateEmail()
    const { email, client: late } = await createAccount()
    await late.auth.updateUser({ email: newEmail })
    await confirm(email)
    const token = readToken(newEmail)
    await createClient().auth.signUp({ email: newEmail, password })
    expect((await verify(token)).error?.status).toBe(500)
    expect((await late.auth.getUser()).data.user?.email).toBe(email)
  })
})

test('an account with an authenticator app needs its code for both changes', async () => {
  const { email, client } = await createAccount()
  const { id: factorId, secret } = await addFactor(client)
  const withoutCode = createClient()
  await withoutCode.auth.signInWithPassword({ email, password })
  const newEmail = generateEmail()
  for (const change of [{ password: newPassword }, { email: newEmail }]) {
    const { error } = await withoutCode.auth.updateUser(change)
    expect(error?.code).toBe('insufficient_aal')
  }
  await withoutCode.auth.mfa.challengeAndVerify({ factorId, code: createCode(secret) })
  for (const change of [{ email: newEmail }, { password: newPassword }]) {
    expect((await withoutCode.auth.updateUser(change)).error).toBeNull()
  }
})
