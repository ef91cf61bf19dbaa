import { describe, expect, inject, test } from 'vitest'
import { getRaw } from '../support/get-raw.ts'
import { createCommunity, newCommunity } from '../support/communities.ts'
import { readImageFolder } from '../support/images.ts'
import { type TestUser, createUser } from '../support/users.ts'

const headersOf = (user: TestUser) => ({
  apikey: inject('publishableKey'),
  authorization: `Bearer ${user.accessToken}`,
})

const post = (user: TestUser, path: string, body: string) =>
  fetch(inject('supabaseUrl') + path, {
    method: 'POST',
    headers: { ...headersOf(user), 'content-type': 'application/json' },
    body,
  })

test.each([
  '/_system/introspect',
  '/rest/v1/%2e%2e/%2e%2e/_system/introspect',
  '/rest/v1/../../_system/introspect',
  '/static/.vite/manifest.json',
  '/',
])(
  'the embedded backend serves only its four services: %s returns 404, whatever the key',
  async (path) => {
    for (const key of ['', inject('publishableKey'), inject('secretKey')]) {
      const { status, text } = await getRaw(inject('supabaseUrl'), path, { apikey: key })
      expect([status, text.includes('auth')]).toEqual([404, false])
    }
  },
)

describe('a NUL, which PostgreSQL text cannot contain, is refused with 400', () => {
  test.each([
    '/rest/v1/communities?select=id&name=ilike.*%00*',
    '/storage/v1/object/public/community-images/a%00b.jpg',
  ])('in %s', async (path) => {
    const user = await createUser()
    expect((await getRaw(inject('supabaseUrl'), path, headersOf(user))).status).toBe(400)
  })

  test.each([
    ['/auth/v1/signup', { email: 'c@example.com', password: 'abcdefgh1', data: { name: 'a\0b' } }],
    ['/rest/v1/rpc/list_communities', { search: 'a\0b' }],
    ['/storage/v1/object/list/community-images', { prefix: 'a\0b' }],
  ])('in the body for %s', async (path, body) => {
    expect((await post(await createUser(), path, JSON.stringify(body))).status).toBe(400)
  })

  test('unless its backslash is escaped', async () => {
    const user = await createUser()
    const name = String.raw`C:\u0000`
    const { error } = await user.client.from('profiles').update({ name }).eq('id', user.id)
    expect(error).toBeNull()
  })
})

test.each(['/auth/v1/signup', '/rest/v1/communities', '/storage/v1/object/list/community-images'])(
  'a malformed body is refused with 400 by %s',
  async (path) => {
    expect((await post(await createUser(), path, '{"link":')).status).toBe(400)
  },
)

describe('an expensive request, which PGlite could not cancel, is refused:', () => {
  test.each([
    ['embeds at most', 'select=id,profiles!owner_id(id,communities!owner_id(id,name))'],
    ['at most 500 characters', `select=id&description=ilike.${'*a*'.repeat(300)}`],
    ['no patterns with back references', 'select=id&name=match.(.)%5C1'],
  ])('%s', async (limit, query) => {
    const { status, text } = await getRaw(
      inject('supabaseUrl'),
      `/rest/v1/communities?${query}`,
      headersOf(await createUser()),
    )
    expect(status).toBe(400)
    expect(text).toContain(limit)
  })

  test('a body of more than 2 MB, which is not stored', async () => {
    const user = await createUser()
    const { status, error } = await user.client
      .from('communities')
      .insert(newCommunity({ description: 'a'.repeat(2_000_000) }))
    expect([status, error?.message]).toEqual([
      413,
      'The embedded backend takes at most 2 MB in a request.',
    ])
    expect((await user.client.from('communities').select('id')).data).toEqual([])
  })

  test('a search of more than 20 kB', async () => {
    const admin = await createUser({ admin: true })
    expect(
      await admin.client.rpc('list_communities', { search: 'a '.repeat(10_000) }),
    ).toMatchObject({
      status: 413,
      error: { message: 'The embedded backend calls a function with at most 20 kB.' },
    })
  })

  test('unless the app sends it', async () => {
    const user = await createUser()
    const community = await createCommunity(user)
    const ids = Array.from({ length: 100 }, () => crypto.randomUUID())
    const { data } = await user.client
      .from('communities')
      .select('id, community_groups (id, name), profiles!owner_id (id)')
      .in('id', [...ids, community.id])
    expect(data).toMatchObject([{ id: community.id, profiles: { id: user.id } }])
  })
})

test('an image that exceeds the limit of the bucket is refused', async () => {
  const user = await createUser()
  const { error } = await user.client.storage
    .from('community-images')
    .upload(
      `${await readImageFolder(user)}/1700000000000-compressed.jpg`,
      new Uint8Array(5 * 1024 * 1024 + 1),
      { contentType: 'image/jpeg' },
    )
  expect(error?.message).toContain('exceeded the maximum allowed size')
})

test('browsers must not guess the type of HTML that is stored as an image', async () => {
  const bytes = Buffer.from('<html><script>alert(1)</script>')
  const user = await createUser()
  const path = `${await readImageFolder(user)}/1700000000000-compressed.png`
  const bucket = user.client.storage.from('community-images')
  const stored = await bucket.upload(path, new Uint8Array(bytes), { contentType: 'image/png' })
  expect(stored.error).toBeNull()
  const answer = await fetch(bucket.getPublicUrl(path).data.publicUrl)
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
})

test('the embedded auth service responds like one that offers no second factors', async () => {
  const { client } = await createUser()
  const { error } = await client.auth.mfa.enroll({ factorType: 'totp' })
  expect([error?.status, error?.code]).toEqual([422, 'mfa_totp_enroll_not_enabled'])
  expect((await client.auth.mfa.listFactors()).data?.all).toEqual([])
})
