import type { User } from '@supabase/supabase-js'
import { afterAll, expect, test } from 'vitest'
import { wasSignedUpBefore } from '../../../src/features/session/requested-email.ts'
import { startLocalSupabase } from '../../../tooling/real-services/start.ts'
import { createAccountTools } from '../account-tools.ts'

/* The service keeps the password of the first of two sign-ups, which an attacker may have chosen. */

const services = await startLocalSupabase({ confirmations: true })
afterAll(() => services.stop())
const { createClient, generateAccount, signInWithLink, createAccount } =
  createAccountTools(services)

async function signUp(account: { email: string; password: string }): Promise<User> {
  const { data, error } = await createClient().auth.signUp(account)
  if (!data.user) throw error ?? new Error('Signing up returned no user')
  return data.user
}

test('the first password works until the owner of the address sets a new one', async () => {
  const first = generateAccount()
  expect(wasSignedUpBefore(await signUp(first))).toBe(false)
  // A minute passes.
  await services.connection.driver.query(
    "update auth.users set created_at = created_at - interval '1 minute' where email = $1",
    [first.email],
  )
  const second = { ...first, password: 'better-horse-8' }
  expect(wasSignedUpBefore(await signUp(second))).toBe(true)

  const client = await signInWithLink(first.email)
  const { data } = await client.auth.getUser()
  expect(data.user && wasSignedUpBefore(data.user)).toBe(true)
  const canSignIn = async (account: typeof first) =>
    (await createClient().auth.signInWithPassword(account)).data.session !== null
  expect(await canSignIn(first)).toBe(true)
  expect(await canSignIn(second)).toBe(false)

  expect((await client.auth.updateUser({ password: second.password })).error).toBeNull()
  expect(await canSignIn(first)).toBe(false)
  expect(await canSignIn(second)).toBe(true)
})

test('the only sign-up of an address is recognized, before and after the link', async () => {
  const { client } = await createAccount()
  const { data } = await client.auth.getUser()
  expect(data.user && wasSignedUpBefore(data.user)).toBe(false)
})

test('an address with a confirmed account gets no email and looks like a first sign-up', async () => {
  const { account } = await createAccount()
  expect(wasSignedUpBefore(await signUp(account))).toBe(false)
  expect(services.emails.get(account.email)).toHaveLength(1)
})
