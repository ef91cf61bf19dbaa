import { describe, expect, inject, test } from 'vitest'
import { getRaw } from '../support/get-raw.ts'
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
