import { afterAll, afterEach, describe, expect, inject, test } from 'vitest'
import { type LocalFunctions, startFunctions } from '../../supabase/local/functions.ts'
import { listen } from '../../supabase/local/listen.ts'
import { uploadImage } from '../support/images.ts'
import { createSecretClient, createUser } from '../support/users.ts'

/* The edge functions with other settings, or with a project that fails. */

let functions: LocalFunctions | undefined
let proxy: Awaited<ReturnType<typeof listen>> | undefined

const admin = await createUser({ admin: true })

afterEach(async () => {
  functions?.stop()
  await proxy?.close()
  proxy = undefined
})

afterAll(() => functions?.stop())

const publishable = () => JSON.stringify({ default: inject('publishableKey') })

/** Starts the functions with these variables, and returns a function that calls one of them. */
function start(environment: Record<string, string>) {
  const started = startFunctions({ SUPABASE_URL: inject('supabaseUrl'), ...environment })
  functions = started
  return async (path: string, { token = admin.accessToken, method = 'GET', body = '' } = {}) => {
    const request = new Request(`http://localhost/functions/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body && { body }),
    })
    const response = await started.answer(request)
    if (!response) throw new Error('No function answered')
    return response
  }
}

/** Starts a proxy in front of the project that changes or breaks responses. */
async function startProxy(change: (path: string, method: string, answer: Buffer) => Buffer | null) {
  proxy = await listen()
  proxy.serve((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const { url = '', method = '' } = request
      const headers = Object.entries(request.headers).flatMap(([name, value]) =>
        typeof value === 'string' && !['host', 'connection', 'content-length'].includes(name)
          ? [[name, value] as const]
          : [],
      )
      if (change(url, method, Buffer.alloc(0)) === null) return response.writeHead(500).end('{}')
      const answer = await fetch(inject('supabaseUrl') + url, {
        method,
        headers: Object.fromEntries(headers),
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      })
      const bytes = change(url, method, Buffer.from(await answer.arrayBuffer()))
      response.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? 'application/json',
      })
      return response.end(bytes ?? undefined)
    })
  })
  return proxy.url
}

describe('the keys of the project', () => {
  test.each<[string, () => Record<string, string>]>([
    [
      'under any name',
      () => ({
        SUPABASE_SECRET_KEYS: JSON.stringify({ mobile_backend: inject('secretKey') }),
        SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ website: inject('publishableKey') }),
      }),
    ],
    [
      'under their legacy names',
      () => ({
        SUPABASE_SERVICE_ROLE_KEY: inject('secretKey'),
        SUPABASE_ANON_KEY: inject('publishableKey'),
      }),
    ],
    [
      'under their legacy names if the others are unreadable',
      () => ({
        SUPABASE_SECRET_KEYS: 'not json',
        SUPABASE_SERVICE_ROLE_KEY: inject('secretKey'),
        SUPABASE_PUBLISHABLE_KEYS: '{}',
        SUPABASE_ANON_KEY: inject('publishableKey'),
      }),
    ],
  ])('are found %s', async (_where, environment) => {
    const call = start(environment())
    expect((await call('admin/users?page=1&per_page=1')).status).toBe(200)
  })

  test.each<[string, () => Record<string, string>, RegExp]>([
    [
      'secret key',
      () => ({ SUPABASE_PUBLISHABLE_KEYS: publishable() }),
      /Set SUPABASE_SECRET_KEYS/,
    ],
    [
      'publishable key',
      () => ({ SUPABASE_SECRET_KEYS: JSON.stringify({ default: inject('secretKey') }) }),
      /Set SUPABASE_PUBLISHABLE_KEYS/,
    ],
    [
      'project URL',
      () => ({
        SUPABASE_URL: '',
        SUPABASE_PUBLISHABLE_KEYS: publishable(),
        SUPABASE_SECRET_KEYS: JSON.stringify({ default: inject('secretKey') }),
      }),
      /Set SUPABASE_URL/,
    ],
  ])('a missing %s is reported by name', async (_what, environment, message) => {
    const call = start(environment())
    for (const path of ['admin/users', 'delete-user']) {
      // oxlint-disable-next-line no-await-in-loop -- two calls
      const answer = await call(path, {
        method: path === 'delete-user' ? 'POST' : 'GET',
        ...(path === 'delete-user' && { body: JSON.stringify({ userId: admin.id }) }),
      })
      expect(answer.status).toBe(503)
      // oxlint-disable-next-line no-await-in-loop -- two calls
      expect(await answer.json()).toEqual({ error: expect.stringMatching(message) })
    }
  })
})

const keys = () => ({
  SUPABASE_PUBLISHABLE_KEYS: publishable(),
  SUPABASE_SECRET_KEYS: JSON.stringify({ default: inject('secretKey') }),
})

/** Starts a proxy that acts like a project with a row limit of three. */
const startProxyWithThreeRows = () =>
  startProxy((path, _method, answer) => {
    if (!path.includes('/rpc/list_users') || answer.length === 0) return answer
    const rows: unknown = JSON.parse(answer.toString())
    return Buffer.from(JSON.stringify(Array.isArray(rows) ? rows.slice(0, 3) : rows))
  })

test('a page is complete even if the row limit of the project is lower', async () => {
  await Promise.all(Array.from({ length: 12 }, () => createUser()))
  const callDirectly = start(keys())
  const queries = [
    'page=1&per_page=5',
    'page=2&per_page=5',
    'page=3&per_page=4',
    'page=2&per_page=3',
  ]
  const expected: unknown[] = []
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  for (const query of queries)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expected.push(await (await callDirectly(`admin/users?${query}`)).json())
  functions?.stop()
  const call = start({ ...keys(), SUPABASE_URL: await startProxyWithThreeRows() })
  for (const [index, query] of queries.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await (await call(`admin/users?${query}`)).json()).toEqual(expected[index])
  }
  // The last page is shorter, and the next one is empty.
  const answer = await call('admin/users?page=1&per_page=1000')
  expect(await answer.json()).toHaveLength(Number(answer.headers.get('x-total-count')))
  expect(await (await call('admin/users?page=1000&per_page=1000')).json()).toEqual([])
})

test('all users are listed even if the row limit of the project is low', async () => {
  await Promise.all(Array.from({ length: 5 }, () => createUser()))
  const url = await startProxyWithThreeRows()
  const call = start({ ...keys(), SUPABASE_URL: url })
  const users: { id: string }[] = await (await call('admin/users')).json()
  const { data } = await createSecretClient()
    .from('profiles')
    .select('id')
    .limit(1000)
    .throwOnError()
  expect(users.map(({ id }) => id).toSorted()).toEqual(data.map(({ id }) => id).toSorted())
})

describe('a deletion that fails halfway', () => {
  test.each([
    ['the auth service', '/auth/v1/admin/users'],
    ['the storage service', '/storage/v1/object/list'],
  ])('because of %s succeeds when it is retried', async (_what, broken) => {
    const user = await createUser()
    const image = await uploadImage(user)
    let isBroken = true
    const url = await startProxy((path, _method, answer) =>
      isBroken && path.startsWith(broken) ? null : answer,
    )
    const call = start({ ...keys(), SUPABASE_URL: url })
    const remove = () =>
      call('delete-user', {
        token: user.accessToken,
        method: 'POST',
        body: JSON.stringify({ userId: user.id }),
      })
    expect((await remove()).status).toBe(500)
    const kept = await createSecretClient().from('profiles').select('id').eq('id', user.id)
    expect(kept.data).toEqual([{ id: user.id }])

    isBroken = false
    const answer = await remove()
    expect(await answer.json()).toEqual({ success: true })
    const gone = await createSecretClient().from('profiles').select('id').eq('id', user.id)
    expect(gone.data).toEqual([])
    expect((await fetch(image.url)).ok).toBe(false)
  })
})
