import { afterAll, expect, test } from 'vitest'
import { startLocalSupabase } from '../../../tooling/real-services/start.ts'
import { createPasskey } from '../../support/software-passkey.ts'
import { addFactor } from '../../support/totp.ts'
import { type Client, createTestClient } from '../../support/users.ts'

/* Passkeys on the real auth service: their level, and attacks. */

const services = await startLocalSupabase()
afterAll(() => services.stop())
const { driver } = services.connection

const createClient = () => createTestClient(services.publishableKey, services.url)

async function addPasskey({ auth }: Client) {
  const passkey = createPasskey(services.url)
  const { data, error } = await auth.passkey.startRegistration()
  if (error) throw error
  const created = { challengeId: data.challenge_id, credential: passkey.register(data.options) }
  const added = await auth.passkey.verifyRegistration(created)
  if (added.error) throw added.error
  return { ...passkey, passkeyId: added.data.id }
}

async function createAccount() {
  const client = createClient()
  const email = `${crypto.randomUUID()}@example.com`
  const { data } = await client.auth.signUp({ email, password: 'correct-horse-7' })
  return { id: data.user?.id ?? '', client, passkey: await addPasskey(client) }
}

/** Answers a challenge, as the device does, and returns what the browser would send. */
async function answer(
  client: Client,
  passkey: Pick<ReturnType<typeof createPasskey>, 'signIn'>,
  changes = {},
) {
  const { data, error } = await client.auth.passkey.startAuthentication()
  if (error) throw error
  return { challengeId: data.challenge_id, credential: passkey.signIn(data.options, changes) }
}

const readsProfile = async (client: Client) =>
  (await client.from('profiles').select('id')).data?.length === 1

test('a passkey is one factor: its session is at aal1, whether or not the device checked the user', async () => {
  const { client, passkey } = await createAccount()
  for (const flags of [1, 5]) {
    const visitor = createClient()
    const sent = await answer(visitor, passkey, { flags })
    const { data } = await visitor.auth.passkey.verifyAuthentication(sent)
    expect(data?.session).not.toBeNull()
    const claims = (await visitor.auth.getClaims()).data?.claims
    expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'passkey' }] })
    expect(await readsProfile(visitor)).toBe(true)
  }
  await addFactor(client)
  const thief = createClient()
  await thief.auth.passkey.verifyAuthentication(await answer(thief, passkey))
  expect(await readsProfile(thief)).toBe(false)
  expect((await thief.auth.passkey.startRegistration()).error?.code).toBe('insufficient_aal')
  const { passkeyId } = passkey
  expect((await thief.auth.passkey.delete({ passkeyId })).error?.code).toBe('insufficient_aal')
})

test('an admin who signed in with a passkey has no rights where admins need a second factor', async () => {
  const { id, passkey } = await createAccount()
  await driver.query('update public.profiles set is_admin = true where id = $1', [id])
  const admin = createClient()
  await admin.auth.passkey.verifyAuthentication(await answer(admin, passkey))
  expect((await admin.rpc('count_review_queue')).error).toBeNull()
  await driver.exec('update private.settings set admins_need_second_factor = true')
  expect((await admin.rpc('count_review_queue')).error?.code).toBe('PT403')
  await driver.exec('update private.settings set admins_need_second_factor = false')
})

test('a replayed answer, one for another origin, and a removed passkey do not sign in', async () => {
  const { client, passkey } = await createAccount()
  const visitor = createClient()
  const verify = async (sent: Awaited<ReturnType<typeof answer>>) => {
    const { error } = await visitor.auth.passkey.verifyAuthentication(sent)
    return error?.code
  }
  const sent = await answer(visitor, passkey)
  expect(await verify(sent)).toBeUndefined()
  expect(await verify(sent)).toBe('webauthn_challenge_not_found')
  const { challengeId } = await answer(visitor, passkey)
  expect(await verify({ ...sent, challengeId })).toBe('webauthn_verification_failed')
  const foreign = await answer(visitor, passkey, { origin: 'http://waypost.example' })
  expect(await verify(foreign)).toBe('webauthn_verification_failed')

  await client.auth.passkey.delete({ passkeyId: passkey.passkeyId })
  expect(await verify(await answer(visitor, passkey))).toBe('webauthn_verification_failed')
})

test("another user's passkey can neither be seen, renamed nor removed", async () => {
  const [owner, attacker] = [await createAccount(), await createAccount()]
  const { passkeyId } = owner.passkey
  const { passkey: api } = attacker.client.auth
  expect((await api.list()).data?.map(({ id }) => id)).toEqual([attacker.passkey.passkeyId])
  const attempts = [api.update({ passkeyId, friendlyName: 'Mine' }), api.delete({ passkeyId })]
  for (const attempt of attempts) expect((await attempt).error?.status).toBe(404)
  expect((await owner.client.auth.passkey.list()).data).toMatchObject([
    { id: passkeyId, friendly_name: 'Passkey' },
  ])
  await owner.client.auth.passkey.delete({ passkeyId })
  const { rows } = await driver.query(
    'select kind from private.email_outbox where recipient_id = $1 order by created_at',
    [owner.id],
  )
  expect(rows).toEqual([{ kind: 'passkey_added' }, { kind: 'passkey_removed' }])
})
