import { afterAll, afterEach, describe, expect, inject, test } from 'vitest'
import { type LocalFunctions, startFunctions } from '../../supabase/local/functions.ts'
import { uploadImage } from '../support/images.ts'
import { type TestUser, createSecretClient, createUser } from '../support/users.ts'
import { type Proxy, startProxy } from './proxy.ts'

/* The edge functions with other settings, or with a project that fails. */

let functions: LocalFunctions | undefined
let proxy: Proxy | undefined

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
    const response = await started.handle(request)
    if (!response) throw new Error('No function answered')
    return response
  }
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
      const answer = await call(path, {
        method: path === 'delete-user' ? 'POST' : 'GET',
        ...(path === 'delete-user' && { body: JSON.stringify({ userId: admin.id }) }),
      })
      expect(answer.status).toBe(503)
      expect(await answer.json()).toEqual({ error: expect.stringMatching(message) })
    }
  })
})

const keys = () => ({
  SUPABASE_PUBLISHABLE_KEYS: publishable(),
  SUPABASE_SECRET_KEYS: JSON.stringify({ default: inject('secretKey') }),
})

/** Starts a proxy that acts like a project with a row limit of three. */
async function startProxyWithThreeRows() {
  proxy = await startProxy({
    change(path, answer) {
      const rows: unknown = path.includes('/rpc/list_users') ? JSON.parse(answer) : null
      return Array.isArray(rows) ? JSON.stringify(rows.slice(0, 3)) : answer
    },
  })
  return proxy.url
}

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
  for (const query of queries)
    expected.push(await (await callDirectly(`admin/users?${query}`)).json())
  functions?.stop()
  const call = start({ ...keys(), SUPABASE_URL: await startProxyWithThreeRows() })
  for (const [index, query] of queries.entries()) {
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

describe('a deletion that fails', () => {
  const cannotFind = {
    status: 409,
    body: { error: 'The auth service cannot find this account, so it was not deleted.' },
  }

  /** Starts functions behind a proxy that fails some requests until it is repaired. */
  async function startBroken(isBroken: (path: string, method: string) => boolean, status: number) {
    let isRepaired = false
    proxy = await startProxy({
      fail: (path, method) => (!isRepaired && isBroken(path, method) ? status : undefined),
    })
    const call = start({ ...keys(), SUPABASE_URL: proxy.url })
    return {
      repair: () => (isRepaired = true),
      remove: async ({ id, accessToken }: TestUser) => {
        const body = JSON.stringify({ userId: id })
        const answer = await call('delete-user', { token: accessToken, method: 'POST', body })
        return { status: answer.status, body: await answer.json() }
      },
    }
  }

  const hasProfile = async ({ id }: TestUser) => {
    const { data } = await createSecretClient().from('profiles').select('id').eq('id', id)
    return data?.length === 1
  }
  const isPublic = async ({ url }: { url: string }) => (await fetch(url)).ok

  test.each([
    ['the auth service', '/auth/v1/admin/users'],
    ['the storage service', '/storage/v1/object/list'],
  ])('because of %s succeeds when it is retried', async (_what, broken) => {
    const user = await createUser()
    const image = await uploadImage(user)
    const { remove, repair } = await startBroken((path) => path.startsWith(broken), 500)
    expect((await remove(user)).status).toBe(500)
    expect(await hasProfile(user)).toBe(true)

    repair()
    expect((await remove(user)).body).toEqual({ success: true })
    expect(await hasProfile(user)).toBe(false)
    expect(await isPublic(image)).toBe(false)
  })

  test.each([
    ['does not find the account', 404, cannotFind],
    ['does not accept the secret key', 403, { status: 500, body: { error: expect.any(String) } }],
  ])('because the auth service %s keeps the images', async (_why, status, answer) => {
    const user = await createUser()
    const image = await uploadImage(user)
    const { remove } = await startBroken((path) => path.includes('/admin/users/'), status)
    expect(await remove(user)).toEqual(answer)
    expect(await hasProfile(user)).toBe(true)
    expect(await isPublic(image)).toBe(true)
  })

  test('is reported if the account is still there after the auth service did not find it', async () => {
    const user = await createUser()
    const { remove } = await startBroken(
      (path, method) => path.includes('/admin/users/') && method === 'DELETE',
      404,
    )
    expect(await remove(user)).toEqual(cannotFind)
    expect(await hasProfile(user)).toBe(true)
  })
})
