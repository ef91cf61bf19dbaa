import { type OutgoingHttpHeaders, Agent, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { describe, expect, inject, test } from 'vitest'
import { getRaw } from '../support/get-raw.ts'
import { createCommunity, newCommunity } from '../support/communities.ts'
import { readImageFolder } from '../support/images.ts'
import { type TestUser, createUser } from '../support/users.ts'

const headersOf = (user: TestUser) => ({
  apikey: inject('publishableKey'),
  authorization: `Bearer ${user.accessToken}`,
})

interface Sent {
  status: number
  body: unknown
  bytesSent: number
}

/**
 * Sends a request in chunks, as fast as the server reads them, until it responds. With a `content-length` header, the
 * chunks are only the start of the body.
 */
function send(
  path: string,
  headers: OutgoingHttpHeaders,
  chunks: Iterable<string | Buffer> = [],
  options: { method?: string; agent?: Agent } = {},
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    let bytesSent = 0
    let isAnswered = false
    const isAnnounced = 'content-length' in headers
    const sent = request(inject('supabaseUrl') + path, { method: 'POST', headers, ...options })
    sent.on('error', reject)
    sent.on('response', (answer) => {
      isAnswered = true
      if (isAnnounced) answer.once('end', () => sent.destroy())
      else sent.end()
      json(answer).then(
        (body) => resolve({ status: answer.statusCode ?? 0, body, bytesSent }),
        reject,
      )
    })
    sent.flushHeaders()
    const rest = chunks[Symbol.iterator]()
    const sendNext = () => {
      const { done, value } = rest.next()
      if (isAnswered) return
      if (done) {
        if (!isAnnounced) sent.end()
        return
      }
      bytesSent += value.length
      sent.write(value, sendNext)
    }
    sendNext()
  })
}

const megabytes = (count: number) => Array<Buffer>(count * 16).fill(Buffer.alloc(62_500, ' '))

describe('the embedded backend serves only its four services', () => {
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
  ])('so %s returns 404, with and without keys', async (path) => {
    for (const key of ['', inject('publishableKey'), inject('secretKey')]) {
      const { status, text } = await getRaw(inject('supabaseUrl'), path, { apikey: key })
      expect([status, text.includes('auth')]).toEqual([404, false])
    }
  })
})

const secretHeaders = () => ({
  apikey: inject('secretKey'),
  authorization: `Bearer ${inject('secretKey')}`,
})

describe('a NUL, which PostgreSQL text cannot contain, is refused with 400', () => {
  test.each([
    '/rest/v1/communities?select=id&name=ilike.*%00*',
    '/rest/v1/communities?select=id&order=%00',
    '/rest/v1/rpc/is_whatsapp_link_listed?link=a%00',
    '/rest/v1/%zz',
    '/storage/v1/object/public/community-images/a%00b.jpg',
    '/storage/v1/object/public/comm%00unity-images/a.jpg',
  ])('in %s', async (path) => {
    const user = await createUser()
    expect((await getRaw(inject('supabaseUrl'), path, headersOf(user))).status).toBe(400)
  })

  test.each([
    ['/auth/v1/token?grant_type=password', { email: 'a\0b@example.com', password: 'x' }],
    ['/auth/v1/signup', { email: 'c@example.com', password: 'abcdefgh1', data: { name: 'a\0b' } }],
    ['/rest/v1/rpc/list_communities', { search: 'a\0b' }],
    ['/storage/v1/object/list/community-images', { prefix: 'a\0b' }],
  ])('in the body for %s', async (path, body) => {
    const user = await createUser()
    const answer = await fetch(inject('supabaseUrl') + path, {
      method: 'POST',
      headers: { ...headersOf(user), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(400)
  })

  test('unless its backslash is escaped', async () => {
    const user = await createUser()
    const name = String.raw`C:\u0000`
    const { error } = await user.client.from('profiles').update({ name }).eq('id', user.id)
    expect(error).toBeNull()
  })
})

test.each([
  ['rest/v1/profiles', 'code'],
  ['auth/v1/user', 'error_code'],
  ['storage/v1/object/public/community-images/a.jpg', 'error'],
  ['functions/v1/admin/users', 'error'],
])('an unusual method is refused by %s, with an error in its format', async (path, field) => {
  for (const method of ['TRACE', 'PROPFIND']) {
    const { status, body } = await send(`/${path}`, secretHeaders(), [], { method })
    expect(status).toBe(path.startsWith('storage') ? 400 : 405)
    expect(body).toHaveProperty(field)
  }
})

test('an upload under a name with a NUL is refused', async () => {
  const user = await createUser()
  const path = `/storage/v1/object/community-images/${await readImageFolder(user)}/a%00b.jpg`
  const { status, body } = await send(path, { ...headersOf(user), 'content-type': 'image/jpeg' }, [
    'x',
  ])
  expect([status, body]).toEqual([400, expect.objectContaining({ error: 'invalid_request' })])
})

describe('expensive requests are limited:', () => {
  const owner = (inside: string) => `profiles!owner_id(id,${inside})`
  const theirs = (inside: string) => `communities!owner_id(id,${inside})`

  test.each([
    ['two levels', `id,${owner(theirs('name'))}`],
    ['three levels', `id,${owner(theirs(owner('name')))}`],
    ['five levels', `id,${owner(theirs(owner(theirs(owner('name')))))}`],
    ['six relations', `id,${[1, 2, 3, 4, 5, 6].map((n) => `a${n}:profiles!owner_id(id)`).join()}`],
  ])('%s of embedded rows are refused', async (_what, select) => {
    const user = await createUser()
    await createCommunity(user)
    const query = new URLSearchParams({ select })
    const { status, text } = await getRaw(
      inject('supabaseUrl'),
      `/rest/v1/communities?${query}`,
      headersOf(user),
    )
    expect(status).toBe(400)
    expect(text).toContain('The embedded backend embeds at most')
  })

  test.each([
    [
      'a list of 300 conditions',
      `or=(${Array.from({ length: 300 }, (_, n) => `name.ilike.*${n}*`).join()})`,
    ],
    ['a long pattern', `description=ilike.${'*a*'.repeat(300)}`],
    ['a list of patterns', `name=ilike(any).{${'*a*,'.repeat(300)}b}`],
    ['a long text search', `name=wfts.${'a'.repeat(500)}`],
  ])('%s is refused', async (_what, conditions) => {
    const { status, text } = await getRaw(
      inject('supabaseUrl'),
      `/rest/v1/communities?select=id&${conditions}`,
      headersOf(await createUser()),
    )
    expect(status).toBe(400)
    expect(text).toContain('at most 500 characters of conditions with a pattern')
  })

  test.each([
    String.raw`name=match.^(.%2B)\1$`,
    String.raw`name=imatch.(.)(.)\2`,
    String.raw`name=not.match.(.)\1`,
    String.raw`name=match(any).{a,(.)\1}`,
    String.raw`or=(name.eq.a,name.match."(.)\\1")`,
  ])('a pattern with a back reference is refused: %s', async (condition) => {
    const { status, text } = await getRaw(
      inject('supabaseUrl'),
      `/rest/v1/communities?select=id&${condition.replaceAll('"', '%22').replaceAll('\\', '%5C')}`,
      headersOf(await createUser()),
    )
    expect(status).toBe(400)
    expect(text).toContain('takes no patterns with back references')
  })

  test('a short pattern and a long list without one are allowed', async () => {
    const { client } = await createUser()
    const ids = Array.from({ length: 100 }, () => crypto.randomUUID())
    for (const query of [
      client.from('communities').select('id').ilike('name', '%swim%'),
      client.from('communities').select('id').in('id', ids),
    ]) {
      expect(await query).toMatchObject({ status: 200, data: [] })
    }
  })

  test('a body of more than 2 MB is refused, and not stored', async () => {
    const user = await createUser()
    const { status, error } = await user.client
      .from('communities')
      .insert(newCommunity({ description: 'a'.repeat(2_000_000) }))
    expect([status, error?.message]).toEqual([
      413,
      'The embedded backend takes at most 2 MB in a request.',
    ])
    const { data } = await user.client.from('communities').select('id')
    expect(data).toEqual([])
  })

  test('a much larger body is refused with the same message', async () => {
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
      expect(await admin.client.rpc(name, { search })).toMatchObject({
        status: 413,
        error: { message: 'The embedded backend calls a function with at most 20 kB.' },
      })
    }
  })

  test('embedded rows as the app requests them are allowed', async () => {
    const user = await createUser()
    const community = await createCommunity(user)
    const { data, error } = await user.client
      .from('communities')
      .select('id, community_groups (id, name), profiles!owner_id (id)')
      .eq('id', community.id)
    expect(error).toBeNull()
    expect(data).toMatchObject([{ id: community.id, profiles: { id: user.id } }])
  })
})

describe('a body that is too large', () => {
  const limit = 'The embedded backend takes at most'
  const tooLarge: [string, string, number, number, object][] = [
    ['functions', '/functions/v1/delete-user', 2, 413, { error: `${limit} 2 MB in a request.` }],
    [
      'auth',
      '/auth/v1/signup',
      2,
      413,
      { code: 413, error_code: 'validation_failed', msg: `${limit} 2 MB in a request.` },
    ],
    [
      'REST',
      '/rest/v1/communities',
      2,
      413,
      { code: '54000', message: `${limit} 2 MB in a request.`, details: null, hint: null },
    ],
    [
      'storage',
      '/storage/v1/object/community-images/a/1700000000000-compressed.jpg',
      5.4,
      400,
      {
        statusCode: '413',
        error: 'Payload too large',
        message: 'The object exceeded the maximum allowed size',
      },
    ],
  ]

  test.each(tooLarge)(
    'is refused by %s before it is sent',
    async (_service, path, _megabytes, status, body) => {
      const answer = await send(path, { ...secretHeaders(), 'content-length': 600_000_000 })
      expect(answer).toEqual({ status, body, bytesSent: 0 })
    },
  )

  test.each(tooLarge)(
    'is refused by %s when it exceeds the limit, if its length is not announced',
    async (_service, path, limitInMegabytes, status, body) => {
      const answer = await send(path, secretHeaders(), megabytes(100))
      expect(answer).toMatchObject({ status, body })
      // Linux buffers up to 38 MB more in the sockets.
      expect(answer.bytesSent).toBeLessThan((limitInMegabytes + 40) * 1_000_000)
    },
  )

  test('does not close the connection for the next request', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    try {
      for (const size of [3, 4, 6]) {
        const refused = await send('/functions/v1/delete-user', secretHeaders(), megabytes(size), {
          agent,
        })
        expect(refused.status).toBe(413)
        const next = await send('/rest/v1/communities?select=id', secretHeaders(), [], {
          method: 'GET',
          agent,
        })
        expect(next.status).toBe(200)
      }
    } finally {
      agent.destroy()
    }
  })
})

describe('a body without an announced length is accepted up to the limit', () => {
  test.each([
    ['functions', '/functions/v1/admin/check-links', `{"community":"${crypto.randomUUID()}"}`, 404],
    ['auth', '/auth/v1/token?grant_type=password', '{"email":"a@example.com","password":"x"}', 400],
    ['REST', '/rest/v1/communities', '[]', 201],
    ['storage', '/storage/v1/object/list/community-images', '{"prefix":""}', 200],
  ])('by %s', async (_service, path, body, status) => {
    const answer = await send(
      path,
      { ...secretHeaders(), 'content-type': 'application/json', prefer: 'return=representation' },
      body.match(/.{1,7}/g) ?? [],
    )
    expect(answer.status).toBe(status)
  })

  test('but an image that exceeds the limit of the bucket is refused', async () => {
    const user = await createUser()
    const path = `/storage/v1/object/community-images/${user.id}/1700000000000-compressed.jpg`
    const headers = { ...headersOf(user), 'content-type': 'image/jpeg' }
    expect(await send(path, headers, [Buffer.alloc(5 * 1024 * 1024 + 1)])).toMatchObject({
      status: 400,
      body: { statusCode: '413' },
    })
  })
})

describe('a malformed body is refused with 400', () => {
  const jsonPaths = [
    '/auth/v1/signup',
    '/rest/v1/communities',
    '/rest/v1/rpc/is_whatsapp_link_listed',
    '/storage/v1/object/list/community-images',
    '/storage/v1/object/sign/community-images/a.jpg',
    '/storage/v1/bucket',
  ]
  const nested = (levels: number) => `{"link":${'['.repeat(levels)}${']'.repeat(levels)}}`

  test.each(jsonPaths)('as JSON for %s', async (path) => {
    for (const body of [
      '{"link":',
      nested(9_000),
      `${'{"a":'.repeat(1_900)}1${'}'.repeat(1_900)}`,
    ]) {
      const answer = await send(path, { ...secretHeaders(), 'content-type': 'application/json' }, [
        body,
      ])
      expect(answer.status).toBe(400)
    }
  })

  test.each(['/auth/v1/signup', '/rest/v1/communities', '/storage/v1/bucket'])(
    'as JSON of 400,000 levels for %s',
    async (path) => {
      const headers = { ...secretHeaders(), 'content-type': 'application/json' }
      expect((await send(path, headers, [nested(400_000)])).status).toBe(400)
    },
  )

  test.each(['/auth/v1/signup', '/auth/v1/token?grant_type=password', '/auth/v1/otp'])(
    'as null or with a NUL, of any content type, for %s',
    async (path) => {
      for (const type of ['application/json', 'text/plain']) {
        for (const body of [
          'null',
          String.raw`{"email":"a\u0000@example.com","password":"abcdefg1"}`,
        ]) {
          const answer = await send(path, { ...secretHeaders(), 'content-type': type }, [body])
          expect(answer.status).toBe(400)
        }
      }
    },
  )

  test('if it is empty where storage expects JSON', async () => {
    const headers = { ...secretHeaders(), 'content-type': 'application/json' }
    const path = '/storage/v1/object/list/community-images'
    expect((await send(path, headers)).status).toBe(400)
  })

  test.each([
    ['without its boundary', 'multipart/form-data', 'text'],
    ['with another boundary', 'multipart/form-data; boundary=other', '--mine\r\n\r\n--mine--'],
    [
      'with text instead of a file',
      'multipart/form-data; boundary=mine',
      '--mine\r\ncontent-disposition: form-data; name="file"\r\n\r\ntext\r\n--mine--\r\n',
    ],
  ])('as multipart %s', async (_what, type, body) => {
    const path = '/storage/v1/object/community-images/a/1700000000000-compressed.jpg'
    const answer = await send(path, { ...secretHeaders(), 'content-type': type }, [body])
    expect(answer).toMatchObject({ status: 400, body: { statusCode: '400' } })
  })
})

test('a HEAD request calls a function with its arguments, like a GET request', async () => {
  const path = '/rest/v1/rpc/search_directory?search=swim'
  const headers = { apikey: inject('publishableKey'), prefer: 'count=exact' }
  const [head, get] = await Promise.all(
    ['HEAD', 'GET'].map((method) => fetch(inject('supabaseUrl') + path, { method, headers })),
  )
  expect([head?.status, await head?.text()]).toEqual([200, ''])
  expect(head?.headers.get('content-range')).toBe(get?.headers.get('content-range'))
})

// With a time limit, a request that arrives after a long query would find its connection closed.
test('idle connections stay open', async () => {
  const { headers } = await fetch(`${inject('supabaseUrl')}/rest/v1/places?select=name&limit=1`)
  expect(headers.get('keep-alive')).toBeNull()
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

test('rows are compressed for clients that accept it', async () => {
  const user = await createUser()
  await createCommunity(user)
  const read = (encoding: string) =>
    fetch(`${inject('supabaseUrl')}/rest/v1/communities?select=name&owner_id=eq.${user.id}`, {
      headers: { ...headersOf(user), 'accept-encoding': encoding },
    })
  const [compressed, plain] = await Promise.all([read('gzip'), read('identity')])
  expect(compressed.headers.get('content-encoding')).toBe('gzip')
  expect(compressed.headers.get('vary')).toContain('Accept-Encoding')
  expect(plain.headers.get('content-encoding')).toBeNull()
  const rows: unknown = await plain.json()
  expect(rows).toHaveLength(1)
  expect(await compressed.json()).toEqual(rows)
})
