import { afterAll, expect, test } from 'vitest'
import { startLocalSupabase } from '../../../tooling/real-services/start.ts'
import { createAccountTools } from '../account-tools.ts'

const services = await startLocalSupabase({ confirmations: true })
afterAll(() => services.stop())
const { createClient, generateAccount, readToken, verify, followServiceLink, createAccount } =
  createAccountTools(services)

async function requestChange() {
  const { account, client } = await createAccount()
  const { email } = generateAccount()
  expect((await client.auth.updateUser({ email })).error).toBeNull()
  return { account, client, email }
}

test('the first link that changes an email has no session, and the second signs in', async () => {
  const { account, client, email } = await requestChange()
  const first = readToken(account.email)
  expect(first.type).toBe('email_change')
  const accepted = await verify(first)
  expect(accepted).toEqual({ data: { session: null, user: null }, error: null })
  expect((await client.auth.getUser()).data.user?.email).toBe(account.email)
  // It is used up, so it does not count as the second.
  expect((await verify(first)).error?.code).toBe('otp_expired')

  const { data: last } = await verify(readToken(email))
  expect(last.user?.email).toBe(email)
  const { data } = await createClient().auth.signInWithPassword({ ...account, email })
  expect(data.session).not.toBeNull()
})

test('both links of the auth service are recognized', async () => {
  const { account, email } = await requestChange()
  expect(await followServiceLink(readToken(account.email))).toEqual({ kind: 'first-confirmation' })
  expect(await followServiceLink(readToken(email))).toMatchObject({
    link: { changesEmail: true, setsPassword: false },
  })
})
