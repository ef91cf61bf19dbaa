import { afterAll, expect, test } from 'vitest'
import { startLocalSupabase } from '../../../tooling/real-services/start.ts'
import { createAccountTools } from '../account-tools.ts'

const services = await startLocalSupabase({ confirmations: true })
afterAll(() => services.stop())
const { createClient, generateAccount, readLink, followLink, createAccount } =
  createAccountTools(services)

test('the first link that changes an email is recognized, and the second signs in', async () => {
  const { account, client } = await createAccount()
  const { email } = generateAccount()
  expect((await client.auth.updateUser({ email })).error).toBeNull()
  expect(await followLink(readLink(account.email))).toEqual({
    kind: 'first-confirmation',
  })
  expect((await client.auth.getUser()).data.user?.email).toBe(account.email)

  const last = await followLink(readLink(email))
  expect(last).toMatchObject({ link: { changesEmail: true, setsPassword: false } })
  const { data } = await createClient().auth.signInWithPassword({ ...account, email })
  expect(data.session).not.toBeNull()
})
