import { afterEach, expect, test, vi } from 'vitest'
import { freePort } from '../../../tooling/free-port.ts'
import type { RealSupabase } from '../../../tooling/real-services/services.ts'
import { startLocalSupabase } from '../../../tooling/real-services/start.ts'
import { toUserError } from '../../../src/supabase/errors.ts'
import { createTestClient } from '../../support/users.ts'

/* Requests for links that the service refuses: the app must not reveal which addresses have an account. */

let services: RealSupabase | undefined

afterEach(async () => {
  await services?.stop()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** Starts the services and returns the app's `sendRecoveryLink` for them, and an address that has an account. */
async function start(authOverrides: Record<string, string>) {
  services = await startLocalSupabase({ authOverrides })
  vi.stubEnv('VITE_SUPABASE_URL', services.url)
  vi.stubEnv('VITE_SUPABASE_PUBLISHABLE_KEY', services.publishableKey)
  const { sendRecoveryLink } =
    await import('../../../src/features/session/sign-in/EmailLinkViews.tsx')
  vi.stubGlobal('window', { location: new URL(services.url) })
  const email = `${crypto.randomUUID()}@example.com`
  const client = createTestClient(services.publishableKey, services.url)
  await client.auth.signUp({ email, password: 'correct-horse-7' })
  const recover = (address: string) => sendRecoveryLink(address, null)
  return { email, client, recover }
}

const unknown = 'unknown@example.com'

test('a second link within a minute is refused, but not reported', async () => {
  const { email, client, recover } = await start({ GOTRUE_SMTP_MAX_FREQUENCY: '60s' })
  await recover(email)
  expect(services?.emails.get(email)).toHaveLength(1)
  await recover(email)
  expect(services?.emails.get(email)).toHaveLength(1)
  await recover(unknown)
  const { error } = await client.auth.resetPasswordForEmail(email)
  expect(error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
})

test('a link above the hourly limit is refused, but not reported', async () => {
  const { email, client, recover } = await start({ GOTRUE_RATE_LIMIT_EMAIL_SENT: '0' })
  await recover(email)
  await recover(unknown)
  expect(services?.emails.get(email)).toBeUndefined()
  const { error } = await client.auth.resetPasswordForEmail(email)
  expect(toUserError(error).message).toMatch(/^Too many emails were requested/)
})

test('a failing SMTP server is not reported', async () => {
  const { email, client, recover } = await start({ GOTRUE_SMTP_PORT: String(await freePort()) })
  await recover(email)
  await recover(unknown)
  expect((await client.auth.resetPasswordForEmail(email)).error).toMatchObject({ status: 500 })
})

test('sign-in by email that is switched off is reported for every address', async () => {
  const { email, recover } = await start({ GOTRUE_EXTERNAL_EMAIL_ENABLED: 'false' })
  for (const address of [email, unknown]) {
    const error: unknown = await recover(address).catch((reason: unknown) => reason)
    expect(toUserError(error).message).toMatch(/switched off/)
  }
})
