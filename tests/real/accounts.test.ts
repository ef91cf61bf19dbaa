import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCallback } from '../../src/session/callback-url.ts'
import { toUserError } from '../../src/supabase/errors.ts'
import { createTestClient } from '../support/users.ts'
import type { RealSupabase } from '../../tooling/real-services/services.ts'
import { startLocalSupabase } from '../../tooling/real-services/start.ts'

/*
 * Accounts from the first email to the last, with confirmed addresses as on a hosted project: what the auth
 * service issues is what PostgREST accepts, and what it refuses is said in words.
 */

let services: RealSupabase

beforeAll(async () => {
  services = await startLocalSupabase({ confirmations: true })
})

afterAll(() => services.stop())

const newClient = () => createTestClient(services.publishableKey, services.url)
const newAccount = () => ({
  email: `${crypto.randomUUID()}@example.com`,
  password: 'correct-horse-7',
})

/** The link in the last email to somebody. */
function linkFor(email: string): string {
  const text = services.emails.get(email)?.at(-1)?.text ?? ''
  return /https?:\/\/\S+/.exec(text)?.[0] ?? ''
}

/** Follows a link as a browser does, up to the address of the app that it ends at. */
async function follow(link: string) {
  const answer = await fetch(link, { redirect: 'manual' })
  const address = new URL(answer.headers.get('location') ?? '')
  return readCallback(address)
}

/** A client with the session that a link brings. */
async function signInBy(link: string) {
  const callback = await follow(link)
  const client = newClient()
  if (!callback?.link) throw new Error('The link brought no session')
  await client.auth.setSession(callback.link.tokens)
  return { client, setsPassword: callback.link.setsPassword }
}

async function newPerson() {
  const account = newAccount()
  await newClient().auth.signUp(account)
  const { client } = await signInBy(linkFor(account.email))
  return { account, client }
}

test('an account counts once its address is confirmed, and its profile is there', async () => {
  const account = newAccount()
  const long = await newClient().auth.signUp({ ...account, password: 'a1'.repeat(37) })
  expect(toUserError(long.error).message).toMatch(/^Choose a shorter password/)
  const { data } = await newClient().auth.signUp({ ...account, options: { data: { name: 'Ada' } } })
  expect(data.session).toBeNull()
  const early = await newClient().auth.signInWithPassword(account)
  expect(toUserError(early.error).message).toMatch(/not confirmed yet/)

  const link = linkFor(account.email)
  const { client, setsPassword } = await signInBy(link)
  expect(setsPassword).toBe(false)
  const profiles = await client.from('profiles').select('name, is_admin')
  expect(profiles.data).toEqual([{ name: 'Ada', is_admin: false }])

  const again = await follow(link)
  expect(again?.problem).toMatch(/already used/)
})

test('a new password is set by a link, which works once, and the old one is gone', async () => {
  const { account } = await newPerson()
  await newClient().auth.resetPasswordForEmail(account.email)
  const link = linkFor(account.email)
  const { client, setsPassword } = await signInBy(link)
  expect(setsPassword).toBe(true)

  const weak = await client.auth.updateUser({ password: 'abc' })
  expect(toUserError(weak.error).message).toBe(
    'Choose a stronger password. It is too short: use at least 8 characters. It needs at least one letter and one digit.',
  )
  expect((await client.auth.updateUser({ password: 'better-horse-8' })).error).toBeNull()

  const again = await follow(link)
  expect(again?.problem).toMatch(/already used/)
  const old = await newClient().auth.signInWithPassword(account)
  expect(toUserError(old.error).message).toMatch(/do not match/)
})

describe('a session', () => {
  test('goes on with a new token, which the database accepts', async () => {
    const { client } = await newPerson()
    const { data } = await client.auth.refreshSession()
    expect(data.session).not.toBeNull()
    expect((await client.from('profiles').select('id')).data).toHaveLength(1)
  })

  test('ends everywhere when somebody signs out', async () => {
    const { account, client } = await newPerson()
    const elsewhere = newClient()
    await elsewhere.auth.signInWithPassword(account)
    await client.auth.signOut()
    const { error } = await elsewhere.auth.refreshSession()
    expect(toUserError(error).message).toBe('Your session has ended. Sign in again.')
  })

  test('of a deleted user changes nothing any more', async () => {
    const { client } = await newPerson()
    const { data } = await client.auth.getUser()
    const id = data.user?.id ?? ''
    await services.connection.driver.query('delete from auth.users where id = $1', [id])
    const gone = await client.auth.getUser()
    expect(toUserError(gone.error).message).toBe('This account no longer exists.')
    // The token itself lives on until it expires.
    const added = await client.from('profiles').insert({ id, name: 'Back again' })
    expect(added.error).not.toBeNull()
    expect((await client.from('profiles').select('id')).data).toEqual([])
  })
})
