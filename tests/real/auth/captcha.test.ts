import { afterAll, expect, test } from 'vitest'
import { startCaptchaProvider } from '../../../tooling/real-services/captcha-provider.ts'
import { startLocalSupabase } from '../../../tooling/real-services/start.ts'
import { createAccountTools } from '../account-tools.ts'

/* What the auth service does with the tokens of a captcha, against a stand-in for its provider. */

const provider = await startCaptchaProvider()
const services = await startLocalSupabase({ confirmations: true, authOverrides: provider.env })
afterAll(async () => {
  await services.stop()
  await provider.stop()
})
const { createClient, generateAccount } = createAccountTools(services)
const { auth: ofServer } = createClient(services.secretKey)

const refused = { status: 400, code: 'captcha_failed' }

/** Calls that a captcha protects: of a visitor with a new address, and of a user with a password. */
async function prepareCalls() {
  const [signedUp, withCode, user] = [generateAccount(), generateAccount(), generateAccount()]
  await ofServer.admin.createUser({ ...user, email_confirm: true })
  const { auth } = createClient()
  const calls = [
    (options: Options) => auth.signUp({ ...signedUp, options }),
    (options: Options) => auth.resend({ type: 'signup', email: signedUp.email, options }),
    (options: Options) => auth.signInWithOtp({ email: withCode.email, options }),
    (options: Options) => auth.resetPasswordForEmail(user.email, options),
    (options: Options) => auth.signInWithPassword({ ...user, options }),
    (options: Options) => auth.passkey.startAuthentication({ options }),
  ]
  return { calls, emails: [signedUp.email, withCode.email, user.email] as const }
}
type Options = { captchaToken?: string }

const countEmails = (email: string) => services.emails.get(email)?.length ?? 0

async function listUsers(emails: readonly string[]): Promise<string[]> {
  const { rows } = await services.connection.driver.query(
    'select email from auth.users where email = any ($1)',
    [emails],
  )
  return rows.map(({ email }) => String(email))
}

test('without an accepted token, every call is refused: it sends nothing and creates no user', async () => {
  const { calls, emails } = await prepareCalls()
  const [, , ofUser] = emails
  for (const call of calls) {
    expect((await call({})).error).toMatchObject(refused)
    expect((await call({ captchaToken: 'guessed' })).error).toMatchObject(refused)
  }
  expect(emails.map(countEmails)).toEqual([0, 0, 0])
  expect(await listUsers(emails)).toEqual([ofUser])
})

test('each call needs a token of its own, which the service sends to the provider with our secret', async () => {
  const { calls, emails } = await prepareCalls()
  for (const call of calls) {
    const captchaToken = provider.issueToken()
    expect((await call({ captchaToken })).error).toBeNull()
    expect(provider.received.at(-1)).toEqual({
      url: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
      secret: provider.secret,
      token: captchaToken,
    })
    const sent = emails.map(countEmails)
    expect((await call({ captchaToken })).error).toMatchObject(refused)
    expect(emails.map(countEmails)).toEqual(sent)
  }
  // Signing up and its second email, the code, and the recovery.
  expect(emails.map(countEmails)).toEqual([2, 1, 1])
  expect((await listUsers(emails)).toSorted()).toEqual([...emails].toSorted())
})

test('codes and sessions that a user already has need no token', async () => {
  const { email } = generateAccount()
  const { data } = await ofServer.admin.generateLink({ type: 'magiclink', email })
  const token = data.properties?.email_otp ?? ''
  const { auth } = createClient()
  const verified = await auth.verifyOtp({ email, token, type: 'email' })
  expect(verified.data.user?.email).toBe(email)
  expect((await auth.refreshSession()).error).toBeNull()
})

test('while the provider cannot be reached, every call fails', async () => {
  const { calls, emails } = await prepareCalls()
  const captchaToken = provider.issueToken()
  await provider.stop()
  for (const call of calls)
    expect((await call({ captchaToken })).error).toMatchObject({ status: 500 })
  expect(emails.map(countEmails)).toEqual([0, 0, 0])
})
