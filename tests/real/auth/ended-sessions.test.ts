import { afterAll, expect, test } from 'vitest'
import { startLocalSupabase } from '../../../tooling/real-services/start.ts'
import { newCommunity } from '../../support/communities.ts'
import { readImageFolder } from '../../support/images.ts'
import { addFactor, createCode } from '../../support/totp.ts'
import { type Client, createTestClient } from '../../support/users.ts'

/* Attacks with the access token of another device, after the user has ended its session. */

const services = await startLocalSupabase()
afterAll(() => services.stop())
const { driver } = services.connection

const createClient = (accessToken?: string) =>
  createTestClient(services.publishableKey, services.url, accessToken)

const readToken = async (client: Client) =>
  (await client.auth.getSession()).data.session?.access_token

/** Creates an account with an authenticator app, and signs in with its code on another device. */
async function createAccount() {
  const [client, phone] = [createClient(), createClient()]
  const account = { email: `${crypto.randomUUID()}@example.com`, password: 'correct-horse-7' }
  const { data } = await client.auth.signUp(account)
  const id = data.user?.id ?? ''
  const folder = await readImageFolder({ id, client })
  const app = await addFactor(client)
  await phone.auth.signInWithPassword(account)
  await phone.auth.mfa.challengeAndVerify({ factorId: app.id, code: createCode(app.secret) })
  const { data: community } = await phone
    .from('communities')
    .insert(newCommunity())
    .select('id')
    .single()
    .throwOnError()
  return { id, folder, client, community: community.id, copy: createClient(await readToken(phone)) }
}

type Account = Awaited<ReturnType<typeof createAccount>>

/** Reads what the attacks target, with unrestricted access. */
async function snapshot({ id, folder }: Account) {
  const tables = await Promise.all([
    driver.query('select * from public.profiles where id = $1', [id]),
    driver.query('select * from public.communities where owner_id = $1', [id]),
    driver.query('select name from storage.objects where name like $1', [`${folder}/%`]),
  ])
  return tables.map(({ rows }) => rows)
}

test.each<[string, (account: Account) => PromiseLike<{ error: unknown }>]>([
  ['signing out everywhere', ({ client }) => client.auth.signOut({ scope: 'global' })],
  ['signing out the other devices', ({ client }) => client.auth.signOut({ scope: 'others' })],
  ['a new password', ({ client }) => client.auth.updateUser({ password: 'better-horse-8' })],
])('%s makes the token of another device worthless', async (_how, end) => {
  const account = await createAccount()
  const { id, copy, community, folder } = account
  expect((await copy.from('profiles').select('id')).data).toEqual([{ id }])
  const before = await snapshot(account)
  expect((await end(account)).error).toBeNull()

  expect((await copy.from('profiles').select('id')).data).toEqual([])
  const rename = copy.from('communities').update({ name: 'Mine' }).eq('id', community)
  expect((await rename.select('id')).data).toEqual([])
  const ended = { code: 'PT401', message: 'Your session has ended. Please sign in again.' }
  const added = await copy.from('communities').insert(newCommunity())
  expect(added).toMatchObject({ status: 401, error: ended })
  expect(await copy.rpc('export_my_data')).toMatchObject({ status: 401, error: ended })
  const upload = await copy.storage
    .from('community-images')
    .upload(`${folder}/1763600000000-compressed.jpg`, 'x', { contentType: 'image/jpeg' })
  expect(upload.error).toMatchObject({ statusCode: '403' })
  expect(await snapshot(account)).toEqual(before)
})
