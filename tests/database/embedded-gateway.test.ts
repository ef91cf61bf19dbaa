import { describe, expect, inject, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { createCommunity, newCommunity } from '../support/communities.ts'
import { imageFolderOf } from '../support/images.ts'
import { type TestUser, createUser } from '../support/users.ts'

const asPerson = (person: TestUser) => ({
  apikey: inject('publishableKey'),
  authorization: `Bearer ${person.accessToken}`,
})

describe('the embedded backend serves its four services and nothing else', () => {
  test.each([
    '/_system/introspect',
    '/rest/v1/%2e%2e/%2e%2e/_system/introspect',
    '/rest/v1/%2E%2E/%2E%2E/_system/introspect',
    '/rest/v1/../../_system/introspect',
    '/auth/v1/.%2e/.%2e/_system/introspect',
    '/_system/../_system/introspect',
    '/static/.vite/manifest.json',
    '/rest/v2/profiles',
    '/restful/v1/',
    '/',
  ])('%s is not found, with and without keys', async (path) => {
    for (const key of ['', inject('publishableKey'), inject('secretKey')]) {
      // oxlint-disable-next-line no-await-in-loop
      const { status, text } = await ask(inject('supabaseUrl'), path, { apikey: key })
      expect([status, text.includes('auth')]).toEqual([404, false])
    }
  })
})

describe('a NUL, which no text in PostgreSQL can hold, is refused as the mistake of the caller', () => {
  test.each([
    '/rest/v1/communities?select=id&name=ilike.*%00*',
    '/rest/v1/communities?select=id&order=%00',
    '/rest/v1/rpc/is_whatsapp_link_listed?link=a%00',
    '/rest/v1/%zz',
    '/storage/v1/object/public/community-images/a%00b.jpg',
    '/storage/v1/object/public/comm%00unity-images/a.jpg',
  ])('in %s', async (path) => {
    const person = await createUser()
    expect((await ask(inject('supabaseUrl'), path, asPerson(person))).status).toBe(400)
  })

  test.each([
    ['/auth/v1/token?grant_type=password', { email: 'a\0b@example.com', password: 'x' }],
    ['/auth/v1/signup', { email: 'c@example.com', password: 'abcdefgh1', data: { name: 'a\0b' } }],
    ['/rest/v1/rpc/list_communities', { search: 'a\0b' }],
    ['/storage/v1/object/list/community-images', { prefix: 'a\0b' }],
  ])('in what is sent to %s', async (path, body) => {
    const person = await createUser()
    const answer = await fetch(inject('supabaseUrl') + path, {
      method: 'POST',
      headers: { ...asPerson(person), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(400)
  })

  test('but not a text about one', async () => {
    const person = await createUser()
    const name = String.raw`C:\u0000`
    const { error } = await person.client.from('profiles').update({ name }).eq('id', person.id)
    expect(error).toBeNull()
  })
})

describe('an answer is bounded', () => {
  const owner = (inside: string) => `profiles!owner_id(id,${inside})`
  const theirs = (inside: string) => `communities!owner_id(id,${inside})`

  test.each([
    ['two levels', `id,${owner(theirs('name'))}`],
    ['three levels', `id,${owner(theirs(owner('name')))}`],
    ['five levels', `id,${owner(theirs(owner(theirs(owner('name')))))}`],
    ['five relations', `id,${[1, 2, 3, 4, 5].map((n) => `a${n}:profiles!owner_id(id)`).join()}`],
  ])('%s of embedded rows are refused', async (_what, select) => {
    const person = await createUser()
    await createCommunity(person)
    const query = new URLSearchParams({ select })
    const { status, text } = await ask(
      inject('supabaseUrl'),
      `/rest/v1/communities?${query}`,
      asPerson(person),
    )
    expect(status).toBe(400)
    expect(text).toContain('The embedded backend embeds at most')
  })

  test.each([
    ['300 patterns', `or=(${Array.from({ length: 300 }, (_, n) => `name.ilike.*${n}*`).join()})`],
    ['a long pattern', `description=ilike.${'*a*'.repeat(300)}`],
    ['a list of patterns', `name=ilike(any).{${'*a*,'.repeat(300)}b}`],
    ['a long text search', `name=wfts.${'a'.repeat(500)}`],
  ])('%s that each row is compared with are refused', async (_what, conditions) => {
    const { status, text } = await ask(
      inject('supabaseUrl'),
      `/rest/v1/communities?select=id&${conditions}`,
      asPerson(await createUser()),
    )
    expect(status).toBe(400)
    expect(text).toContain('at most 500 characters of conditions with a pattern')
  })

  test('a pattern, and a long list without one, are answered', async () => {
    const { client } = await createUser()
    const ids = Array.from({ length: 100 }, () => crypto.randomUUID())
    for (const asked of [
      client.from('communities').select('id').ilike('name', '%swim%'),
      client.from('communities').select('id').in('id', ids),
    ]) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await asked).toMatchObject({ status: 200, data: [] })
    }
  })

  test('more than 2 MB is not taken, and nothing of it is stored', async () => {
    const person = await createUser()
    const { status, error } = await person.client
      .from('communities')
      .insert(newCommunity({ description: 'a'.repeat(2_000_000) }))
    expect([status, error?.message]).toEqual([
      413,
      'The embedded backend takes at most 2 MB in a request.',
    ])
    const { data } = await person.client.from('communities').select('id')
    expect(data).toEqual([])
  })

  test('whoever sends on and on hears why it is refused', async () => {
    const { status, error } = await (
      await createUser()
    ).client
      .from('communities')
      .insert(newCommunity({ description: 'a'.repeat(20_000_000) }))
    expect([status, error?.message]).toEqual([
      413,
      'The embedded backend takes at most 2 MB in a request.',
    ])
  })

  test('a search of more than 20 kB is refused', async () => {
    const admin = await createUser({ admin: true })
    const search = 'a '.repeat(10_000)
    for (const name of ['list_communities', 'count_communities', 'export_communities'] as const) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await admin.client.rpc(name, { search })).toMatchObject({
        status: 413,
        error: { message: 'The embedded backend calls a function with at most 20 kB.' },
      })
    }
  })

  test('what the app asks is answered, counts and names with parentheses included', async () => {
    const person = await createUser()
    const community = await createCommunity(person)
    const { data, error } = await person.client
      .from('communities')
      .select('id, community_groups (id, name), profiles!owner_id (id)')
      .eq('id', community.id)
    expect(error).toBeNull()
    expect(data).toMatchObject([{ id: community.id, profiles: { id: person.id } }])
  })
})

test('a browser may not guess what HTML, stored as an image, is', async () => {
  const bytes = Buffer.from('<html><script>alert(1)</script>')
  const person = await createUser()
  const path = `${await imageFolderOf(person)}/1700000000000-compressed.png`
  const bucket = person.client.storage.from('community-images')
  const stored = await bucket.upload(path, new Uint8Array(bytes), { contentType: 'image/png' })
  expect(stored.error).toBeNull()
  const answer = await fetch(bucket.getPublicUrl(path).data.publicUrl)
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
})
