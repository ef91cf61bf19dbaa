import { afterAll, expect, test } from 'vitest'
import { startLocalSupabase } from '../../../tooling/real-services/start.ts'
import { createAccountTools } from '../account-tools.ts'

/*
 * Which calls the auth service refuses without the token of a captcha. It verifies tokens at a URL of the provider that no
 * setting changes, so no test sends one.
 */

const services = await startLocalSupabase({
  authOverrides: {
    GOTRUE_SECURITY_CAPTCHA_ENABLED: 'true',
    GOTRUE_SECURITY_CAPTCHA_PROVIDER: 'turnstile',
    GOTRUE_SECURITY_CAPTCHA_SECRET: 'secret',
  },
})
afterAll(() => services.stop())
const { createClient, generateAccount } = createAccountTools(services)

test('without a token, only codes and sessions that a user already has are accepted', async () => {
  const account = generateAccount()
  const { email } = account
  const { auth } = createClient()
  const { auth: ofServer } = createClient(services.secretKey)
  for (const { error } of [
    await auth.signUp(account),
    await auth.signInWithPassword(account),
    await auth.signInWithOtp({ email }),
    await auth.resetPasswordForEmail(email),
    await auth.resend({ type: 'signup', email }),
    await auth.passkey.startAuthentication(),
  ]) {
    expect(error).toMatchObject({ status: 400, code: 'captcha_failed' })
  }
  expect(services.emails.get(email)).toBeUndefined()

  const { data } = await ofServer.admin.generateLink({ type: 'magiclink', email })
  const token = data.properties?.email_otp ?? ''
  const verified = await auth.verifyOtp({ email, token, type: 'email' })
  expect(verified.data.user?.email).toBe(email)
  expect((await auth.refreshSession()).error).toBeNull()
})
