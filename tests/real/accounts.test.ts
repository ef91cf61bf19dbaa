import { afterAll, expect, test } from 'vitest'
import { toUserError } from '../../src/supabase/errors.ts'
import { startLocalSupabase } from '../../tooling/real-services/start.ts'
import { createAccountTools } from './account-tools.ts'

/*
 * Accounts with email confirmation, as on a hosted project: PostgREST accepts the tokens of the auth service, and its
 * errors have messages for users.
 */

const services = await startLocalSupabase({ confirmations: true })
afterAll(() => services.stop())
const {
  createClient,
  generateAccount,
  readToken,
  verify,
  followServiceLink,
  signInWithLink,
  createAccount,
} = createAccountTools(services)

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

  const token = readToken(account.email)
  expect(token.type).toBe('signup')
  const client = await signInWithLink(account.email)
  const profiles = await client.from('profiles').select('name, is_admin')
  expect(profiles.data).toEqual([{ name: 'Ada', is_admin: false }])

  expect((await verify(token)).error).toMatchObject({ status: 403, code: 'otp_expired' })
})

test('a recovery link works once and replaces the old password', async () => {
  const { account } = await createAccount()
  await createClient().auth.resetPasswordForEmail(account.email)
  const token = readToken(account.email)
  expect(token.type).toBe('recovery')
  const client = await signInWithLink(account.email)

  const weak = await client.auth.updateUser({ password: 'abc' })
  expect(toUserError(weak.error).message).toBe(
    'Choose a stronger password. It is too short: use at least 8 characters. It needs a letter from A to Z and a digit.',
  )
  expect((await client.auth.updateUser({ password: 'better-horse-8' })).error).toBeNull()

  expect((await verify(token)).error?.code).toBe('otp_expired')
  expect(await followServiceLink(token)).toEqual({ kind: 'problem', code: 'otp_expired' })
  const old = await createClient().auth.signInWithPassword(account)
  expect(toUserError(old.error).message).toMatch(/don't match/)
})

test.each(['?', '#'])(
  'a link of the auth service signs in its recipient, whatever the sender adds after %s',
  async (separator) => {
    const { account } = await createAccount()
    const { client: sender } = await createAccount()
    const { session } = (await sender.auth.getSession()).data
    const { access_token = '', refresh_token = '' } = session ?? {}
    const tokens = new URLSearchParams({ access_token, refresh_token }).toString()
    const redirectTo = `${services.url}/${separator}${tokens}&x=`
    await createClient().auth.resetPasswordForEmail(account.email, { redirectTo })
    // Our emails ignore the sender's URL.
    const token = readToken(account.email)
    const callback = await followServiceLink(token, redirectTo)
    if (callback?.kind !== 'session') throw new Error('The link has no session')
    expect(callback.session.type).toBe('recovery')
    const client = createClient()
    await client.auth.setSession(callback.session.tokens)
    expect((await client.auth.getUser()).data.user?.email).toBe(account.email)
  },
)

test('a session of a deleted user cannot write anything', async () => {
  const { client } = await createAccount()
  const { data } = await client.auth.getUser()
  const id = data.user?.id ?? ''
  await services.connection.driver.query('delete from auth.users where id = $1', [id])
  const gone = await client.auth.getUser()
  expect(toUserError(gone.error).message).toBe('This account no longer exists.')
  // The signature of the token stays valid until it expires.
  const added = await client.from('profiles').insert({ id, name: 'Back again' })
  expect(added.error?.code).toBe('42501')
  expect((await client.from('profiles').select('id')).data).toEqual([])
})
