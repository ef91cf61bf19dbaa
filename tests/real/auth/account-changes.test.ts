import { afterAll, describe, expect, test } from 'vitest'
import { startLocalSupabase } from '../../../tooling/real-services/start.ts'
import { createTestClient } from '../../support/users.ts'
import { createAccountTools } from '../account-tools.ts'

/* What the dialogs on /profile rely on: how the auth service changes a password and a sign-in email. */

const [services, strict] = await Promise.all([
  startLocalSupabase({ confirmations: true }),
  // Also requires the current password.
  startLocalSupabase({
    authOverrides: { GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: 'true' },
  }),
])
afterAll(() => Promise.all([services.stop(), strict.stop()]))
const { createClient, generateAccount, readToken, verify, followServiceLink, createAccount } =
  createAccountTools(services)

const newPassword = 'better-horse-8'
const generateEmail = () => generateAccount().email
const readCode = (email: string, { emails } = services) =>
  /^\d{6}$/m.exec(emails.get(email)?.at(-1)?.text ?? '')?.[0] ?? ''
const confirm = (email: string) => verify(readToken(email))

/** Makes the sessions of an account older than a day. */
const ageSessions = (email: string, at = services) =>
  at.connection.driver.query(
    `update auth.sessions set created_at = now() - interval '25 hours'
     where user_id = (select id from auth.users where email = $1)`,
    [email],
  )

describe('a new password', () => {
  test('needs a code in a session older than a day, which works once', async () => {
    const { account, client } = await createAccount()
    const { email, password } = account
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
    const { account, client } = await createAccount()
    const { email, password } = account
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
    const { email, password } = generateAccount()
    const client = createTestClient(strict.publishableKey, strict.url)
    await client.auth.signUp({ email, password })
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
      const { account, client } = await createAccount()
      const { email } = account
      const newEmail = generateEmail()
      await client.auth.updateUser({ email: newEmail })
      const [first, second] = isNewFirst ? [newEmail, email] : ([email, newEmail] as const)
      const token = readToken(first)
      expect(token.type).toBe('email_change')
      const accepted = await verify(token)
      expect(accepted).toEqual({ data: { session: null, user: null }, error: null })
      expect((await client.auth.getUser()).data.user).toMatchObject({ email, new_email: newEmail })
      // It is used up, so it does not count as the second.
      expect((await verify(token)).error?.code).toBe('otp_expired')

      expect((await confirm(second)).data.user?.email).toBe(newEmail)
      const { data } = await client.from('profiles').select('email, sign_in_email')
      expect(data).toEqual([{ email: newEmail, sign_in_email: newEmail }])
      const signIn = await createClient().auth.signInWithPassword({ ...account, email: newEmail })
      expect(signIn.data.session).not.toBeNull()
    }
  })

  test('has two links of the auth service, which are recognized', async () => {
    const { account, client } = await createAccount()
    const email = generateEmail()
    await client.auth.updateUser({ email })
    const first = await followServiceLink(readToken(account.email))
    expect(first).toEqual({ kind: 'first-confirmation' })
    expect(await followServiceLink(readToken(email))).toMatchObject({
      kind: 'session',
      session: { type: 'email_change' },
    })
  })

  test('is refused if another account has it, even one created after the request', async () => {
    const { client } = await createAccount()
    const other = await createAccount()
    const taken = await client.auth.updateUser({ email: other.account.email })
    expect(taken.error?.code).toBe('email_exists')

    const newEmail = generateEmail()
    const { account, client: late } = await createAccount()
    await late.auth.updateUser({ email: newEmail })
    await confirm(account.email)
    const token = readToken(newEmail)
    await createClient().auth.signUp({ ...account, email: newEmail })
    expect((await verify(token)).error?.status).toBe(500)
    expect((await late.auth.getUser()).data.user?.email).toBe(account.email)
  })
})
