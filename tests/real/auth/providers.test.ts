import { createHash, randomBytes } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import type { Person } from '../../../tooling/real-services/identity-provider.ts'
import { startLocalSupabase } from '../../../tooling/real-services/start.ts'
import { addFactor, createCode } from '../../support/totp.ts'
import { type Client, createTestClient } from '../../support/users.ts'

/* Sign-ins with Google on the real auth service, with a stand-in for Google, and attacks on them. */

const services = await startLocalSupabase({ confirmations: true, hasGoogle: true })
afterAll(() => services.stop())
const { driver } = services.connection
const site = new URL(services.url)

const createClient = () => createTestClient(services.publishableKey, services.url)

const newPerson = (changes: Partial<Person> = {}): Person => {
  const sub = crypto.randomUUID()
  return { sub, email: `${sub}@example.com`, name: 'Ada Lovelace', isVerified: true, ...changes }
}

const createSecret = () => {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

async function follow(url: string | URL, form?: Record<string, string>): Promise<URL> {
  const body = form && new URLSearchParams(form)
  const response = await fetch(url, { redirect: 'manual', ...(body && { method: 'POST', body }) })
  return new URL(response.headers.get('location') ?? '', url)
}

/** Agrees at Google as a person, and returns the URL to which the auth service returns. */
async function agree(page: URL, { isVerified, ...claims }: Person): Promise<URL> {
  return follow(await follow(page, { ...claims, ...(isVerified && { verified: 'on' }) }))
}

/** Signs in as a person, and returns the URL of the return and the flow's secret. */
async function leaveAndReturn(person: Person, redirectTo = `${services.url}/`) {
  const { verifier, challenge } = createSecret()
  const query = new URLSearchParams({
    provider: 'google',
    redirect_to: redirectTo,
    code_challenge: challenge,
    code_challenge_method: 's256',
  })
  const page = await follow(`${services.url}/auth/v1/authorize?${query}`)
  return { verifier, url: await agree(page, person) }
}

async function exchange(code: string | null, verifier: string) {
  const response = await fetch(`${services.url}/auth/v1/token?grant_type=pkce`, {
    method: 'POST',
    headers: { apikey: services.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ auth_code: code, code_verifier: verifier }),
  })
  const body = await response.json()
  return { status: response.status, body }
}

async function signIn(person: Person): Promise<Client> {
  const { url, verifier } = await leaveAndReturn(person)
  const { body } = await exchange(url.searchParams.get('code'), verifier)
  const client = createClient()
  const { error } = await client.auth.setSession(body)
  expect(error).toBeNull()
  return client
}

const readIdentities = async ({ auth }: Client) =>
  ((await auth.getUserIdentities()).data?.identities ?? []).map(({ provider }) => provider)

/** Links Google to the account of a client as a person, and returns the URL of the return. */
async function link({ auth }: Client, person: Person): Promise<URL> {
  const { challenge } = createSecret()
  const { data, error } = await auth.linkIdentity({
    provider: 'google',
    options: {
      redirectTo: `${services.url}/`,
      skipBrowserRedirect: true,
      queryParams: { code_challenge: challenge, code_challenge_method: 's256' },
    },
  })
  expect(error).toBeNull()
  return agree(new URL(data?.url ?? ''), person)
}

/** Creates an account with a password, whose email is confirmed unless told otherwise. */
async function createAccount({ email }: Person, isConfirmed = true) {
  const client = createClient()
  const password = 'correct-horse-7'
  await client.auth.signUp({ email, password })
  if (!isConfirmed) return { client, email, password }
  await driver.query('update auth.users set email_confirmed_at = now() where email = $1', [email])
  const { error } = await client.auth.signInWithPassword({ email, password })
  expect(error).toBeNull()
  return { client, email, password }
}

test('a new account gets the name of the person, cleaned and cut, and no picture', async () => {
  const client = await signIn(newPerson({ name: `  Ada\u202E\nLovelace ${'x'.repeat(200)}` }))
  const { data } = await client.from('profiles').select().single()
  expect(data?.name).toMatch(/^Ada Lovelace x{87}$/)
  expect(JSON.stringify(data)).not.toContain('me.jpg')
  expect(await readIdentities(client)).toEqual(['google'])
})

test.each([
  'https://evil.example/',
  '//evil.example/',
  `${site.protocol}//${site.host}@evil.example/`,
  `${site.origin}.evil.example/`,
  'javascript:alert(1)',
])('a sign-in does not return to %s', async (foreign) => {
  const { url } = await leaveAndReturn(newPerson(), foreign)
  expect(url.origin).toBe(site.origin)
  expect(url.searchParams.get('code')).not.toBeNull()
})

test('a code is refused without the secret of the flow, with that of another, and the second time', async () => {
  const { url, verifier } = await leaveAndReturn(newPerson())
  const code = url.searchParams.get('code')
  expect(await exchange(code, '')).toMatchObject({ status: 400 })
  expect(await exchange(code, createSecret().verifier)).toMatchObject({
    status: 400,
    body: { error_code: 'bad_code_verifier' },
  })
  expect(await exchange(code, verifier)).toMatchObject({ status: 200 })
  expect(await exchange(code, verifier)).toMatchObject({
    status: 404,
    body: { error_code: 'flow_state_not_found' },
  })
})

test('an account with an app opens only after its code, although it can be linked before', async () => {
  const person = newPerson()
  const factor = await addFactor(await signIn(person))
  const attacker = await signIn(person)
  const opens = async (client: Client) =>
    (await client.rpc('export_my_data')).error?.code !== 'PT403'
  expect((await attacker.from('profiles').select('id')).data).toEqual([])
  expect(await opens(attacker)).toBe(false)

  // The auth service checks no level here. Both changes are reported to the user, and nothing opens.
  const other = newPerson()
  await link(attacker, other)
  const [identity] = (await attacker.auth.getUserIdentities()).data?.identities ?? []
  if (!identity) throw new Error('The account has no identity')
  expect((await attacker.auth.unlinkIdentity(identity)).error).toBeNull()
  const reports = services.emails
    .get(person.email)
    ?.map(({ text }) => text)
    .join()
  expect(reports).toMatch(/was linked to your Waypost[^]*was unlinked from your Waypost/)
  const linked = await signIn(other)
  expect((await linked.auth.getUser()).data.user?.email).toBe(other.email)
  expect(await opens(linked)).toBe(false)

  const entered = { factorId: factor.id, code: createCode(factor.secret) }
  expect((await linked.auth.mfa.challengeAndVerify(entered)).error).toBeNull()
  expect(await opens(linked)).toBe(true)
})

describe('an account with the same email', () => {
  test('is signed in to, and keeps its password, if both emails are verified', async () => {
    const person = newPerson()
    const { client, ...account } = await createAccount(person)
    const google = await signIn(person)
    expect(await readIdentities(google)).toEqual(expect.arrayContaining(['email', 'google']))
    const [before, after] = await Promise.all([client.auth.getUser(), google.auth.getUser()])
    expect(after.data.user?.id).toBe(before.data.user?.id)
    expect((await createClient().auth.signInWithPassword(account)).error).toBeNull()
  })

  test('stays closed if Google has not verified the email', async () => {
    const person = newPerson({ isVerified: false })
    const { client } = await createAccount(person)
    const { url } = await leaveAndReturn(person)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      error: 'access_denied',
      error_code: 'provider_email_needs_verification',
    })
    expect(await readIdentities(client)).toEqual(['email'])
  })

  test('loses the password of someone else who created it before, but could not confirm it', async () => {
    const person = newPerson()
    const { client: _, ...attacker } = await createAccount(person, false)
    const google = await signIn(person)
    expect(await readIdentities(google)).toEqual(['google'])
    const { error } = await createClient().auth.signInWithPassword(attacker)
    expect(error?.code).toBe('invalid_credentials')
  })
})

describe('linking', () => {
  test('adds a way to sign in, with an email about it, and unlinking removes it', async () => {
    const account = newPerson()
    const { client } = await createAccount(account)
    const person = newPerson()
    expect((await link(client, person)).searchParams.get('error')).toBeNull()
    expect(services.emails.get(account.email)?.at(-1)?.text).toContain('was linked to your Waypost')
    const user = (await client.auth.getUser()).data.user
    const google = await signIn(person)
    expect((await google.auth.getUser()).data.user).toMatchObject({
      id: user?.id,
      email: account.email,
    })

    const identity = user?.identities?.find(({ provider }) => provider === 'google')
    if (!identity) throw new Error('Google was not linked')
    expect((await client.auth.unlinkIdentity(identity)).error).toBeNull()
    expect(await readIdentities(client)).toEqual(['email'])
    const other = await signIn(person)
    expect((await other.auth.getUser()).data.user?.id).not.toBe(user?.id)
  })

  test('refuses an account of another user, and changes nothing', async () => {
    const person = newPerson()
    const victim = await signIn(person)
    const { client: attacker } = await createAccount(newPerson())
    const url = await link(attacker, person)
    expect(url.searchParams.get('error_code')).toBe('identity_already_exists')
    expect(url.searchParams.get('code')).toBeNull()
    expect(await readIdentities(attacker)).toEqual(['email'])
    expect(await readIdentities(victim)).toEqual(['google'])
  })

  test('refuses to unlink an identity of another user, and the last one', async () => {
    const victim = await signIn(newPerson())
    const [identity] = (await victim.auth.getUserIdentities()).data?.identities ?? []
    if (!identity) throw new Error('The account has no identity')
    const { client: attacker } = await createAccount(newPerson())
    await link(attacker, newPerson())
    expect((await attacker.auth.unlinkIdentity(identity)).error?.code).toBe('identity_not_found')
    expect((await victim.auth.unlinkIdentity(identity)).error?.code).toBe(
      'single_identity_not_deletable',
    )
    expect(await readIdentities(victim)).toEqual(['google'])
  })
})
