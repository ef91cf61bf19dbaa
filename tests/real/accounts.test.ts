import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCallback } from '../../src/session/callback-url.ts'
import { toUserError } from '../../src/supabase/errors.ts'
import { createTestClient } from '../support/users.ts'
import type { RealSupabase } from '../../tooling/real-services/services.ts'
import { startLocalSupabase } from '../../tooling/real-services/start.ts'

/*
 * Accounts with email confirmation, as on a hosted project: PostgREST accepts the tokens of the auth service, and its
 * errors have messages for users.
 */

let services: RealSupabase

beforeAll(async () => {
  services = await startLocalSupabase({ confirmations: true })
})

afterAll(() => services.stop())

const createClient = () => createTestClient(services.publishableKey, services.url)
const generateAccount = () => ({
  email: `${crypto.randomUUID()}@example.com`,
  password: 'correct-horse-7',
})

/** Returns the link in the last email to a recipient. */
function readLink(email: string): string {
  const text = services.emails.get(email)?.at(-1)?.text ?? ''
  return /https?:\/\/\S+/.exec(text)?.[0] ?? ''
}

/** Follows a link and reads the app URL to which it redirects. */
async function followLink(link: string) {
  const response = await fetch(link, { redirect: 'manual' })
  return readCallback(new URL(response.headers.get('location') ?? ''))
}

/** Returns a client that has signed in with a link. */
async function signInWithLink(link: string) {
  const callback = await followLink(link)
  const client = createClient()
  if (!callback?.link) throw new Error('The link has no session')
  await client.auth.setSession(callback.link.tokens)
  return { client, setsPassword: callback.link.setsPassword }
}

async function createAccount() {
  const account = generateAccount()
  await createClient().auth.signUp(account)
  const { client } = await signInWithLink(readLink(account.email))
  return { account, client }
}

test('an account can sign in, and has a profile, once its email is confirmed', async () => {
  const account = generateAccount()
  const long = await createClient().auth.signUp({ ...account, password: 'a1'.repeat(37) })
  expect(toUserError(long.error).message).toMatch(/^Choose a shorter password/)
  const { data } = await createClient().auth.signUp({
    ...account,
    options: { data: { name: 'Ada' } },
  })
  expect(data.session).toBeNull()
  const early = await createClient().auth.signInWithPassword(account)
  expect(toUserError(early.error).message).toMatch(/isn't confirmed yet/)

  const link = readLink(account.email)
  const { client, setsPassword } = await signInWithLink(link)
  expect(setsPassword).toBe(false)
  const profiles = await client.from('profiles').select('name, is_admin')
  expect(profiles.data).toEqual([{ name: 'Ada', is_admin: false }])

  const again = await followLink(link)
  expect(again?.problem).toMatch(/already used/)
})

test('a recovery link works once and replaces the old password', async () => {
  const { account } = await createAccount()
  await createClient().auth.resetPasswordForEmail(account.email)
  const link = readLink(account.email)
  const { client, setsPassword } = await signInWithLink(link)
  expect(setsPassword).toBe(true)

  const weak = await client.auth.updateUser({ password: 'abc' })
  expect(toUserError(weak.error).message).toBe(
    'Choose a stronger password. It is too short: use at least 8 characters. It needs at least one letter and one digit.',
  )
  expect((await client.auth.updateUser({ password: 'better-horse-8' })).error).toBeNull()

  const again = await followLink(link)
  expect(again?.problem).toMatch(/already used/)
  const old = await createClient().auth.signInWithPassword(account)
  expect(toUserError(old.error).message).toMatch(/don't match/)
})

describe('a session', () => {
  test('can be refreshed, and the database accepts the new token', async () => {
    const { client } = await createAccount()
    const { data } = await client.auth.refreshSession()
    expect(data.session).not.toBeNull()
    expect((await client.from('profiles').select('id')).data).toHaveLength(1)
  })

  test('ends on every device when the user signs out', async () => {
    const { account, client } = await createAccount()
    const otherDevice = createClient()
    await otherDevice.auth.signInWithPassword(account)
    await client.auth.signOut()
    const { error } = await otherDevice.auth.refreshSession()
    expect(toUserError(error).message).toBe('Your session has ended. Sign in again.')
  })

  test('of a deleted user cannot write anything', async () => {
    const { client } = await createAccount()
    const { data } = await client.auth.getUser()
    const id = data.user?.id ?? ''
    await services.connection.driver.query('delete from auth.users where id = $1', [id])
    const gone = await client.auth.getUser()
    expect(toUserError(gone.error).message).toBe('This account no longer exists.')
    // The token stays valid until it expires.
    const added = await client.from('profiles').insert({ id, name: 'Back again' })
    expect(added.error).not.toBeNull()
    expect((await client.from('profiles').select('id')).data).toEqual([])
  })
})
