import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { uploadImage } from '../support/images.ts'
import { areStored, startFunctionBackend } from './backend.ts'
import { type Faults, startProxy } from './proxy.ts'

/* The edge functions with other settings, or with a project that fails. */

const backend = await startFunctionBackend()
const { local, secret, admin, signUp, start, call, ask } = backend
const faults: Faults = {}
const proxy = await startProxy(local.url, faults)
const behindProxy = start({ SUPABASE_URL: proxy.url })
const { secretKey, publishableKey } = local

afterEach(() => {
  delete faults.fail
  delete faults.change
})
afterAll(async () => {
  behindProxy.stop()
  await proxy.close()
  await backend.stop()
})

test.each([
  [
    'under any name',
    {
      SUPABASE_SECRET_KEYS: JSON.stringify({ mobile_backend: secretKey }),
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ website: publishableKey }),
    },
  ],
  [
    'under their legacy names if the others are missing or unreadable',
    {
      SUPABASE_SECRET_KEYS: 'not json',
      SUPABASE_SERVICE_ROLE_KEY: secretKey,
      SUPABASE_PUBLISHABLE_KEYS: '',
      SUPABASE_ANON_KEY: publishableKey,
    },
  ],
])('the keys of the project are found %s', async (_where, environment) => {
  const from = start(environment)
  const path = 'admin/users?page=1&per_page=1'
  const options = { key: admin.accessToken, method: 'GET', from }
  expect((await call(path, options)).status).toBe(200)
  from.stop()
})

test.each(['SUPABASE_SECRET_KEYS', 'SUPABASE_URL'])(
  'a missing %s is reported by name',
  async (name) => {
    const from = start({ [name]: '' })
    const options = { key: admin.accessToken, from }
    const refused = { status: 503, body: { error: expect.stringContaining(`Set ${name}`) } }
    expect(await ask('admin/users', { ...options, method: 'GET' })).toEqual(refused)
    expect(await ask('delete-user', { ...options, body: { userId: admin.id } })).toEqual(refused)
    from.stop()
  },
)

test('the list of users is complete, newest first, even if the row limit of the project is lower', async () => {
  for (let count = 0; count < 5; count += 1) await signUp()
  const { id, email } = await signUp()
  const list = async (query = '', from = behindProxy) => {
    const answer = await call(`admin/users${query}`, {
      key: admin.accessToken,
      method: 'GET',
      from,
    })
    const users: { id: string; created_at: string }[] = await answer.json()
    return { users, total: Number(answer.headers.get('x-total-count')) }
  }
  const { users: all, total } = await list()
  expect(all[0]).toEqual({ id, email, created_at: expect.any(String) })
  const { count } = await secret.from('profiles').select('id', { count: 'exact', head: true })
  expect([new Set(all.map((user) => user.id)).size, all.length, total]).toEqual([
    count,
    count,
    count,
  ])
  const times = all.map(({ created_at }) => Date.parse(created_at))
  expect(times).toEqual(times.toSorted((one, other) => other - one))

  // Acts like a project with a row limit of three.
  faults.change = (path, answer) => {
    const rows: unknown = path.includes('/rpc/list_users') ? JSON.parse(answer) : null
    return Array.isArray(rows) ? JSON.stringify(rows.slice(0, 3)) : answer
  }
  expect(await list()).toEqual({ users: all, total })
  for (const [page, size] of [
    [1, 5],
    [3, 4],
    [2, 3],
    // The last page is shorter, and the next one is empty.
    [1, 1000],
    [2, 1000],
  ] as const) {
    const users = all.slice((page - 1) * size, page * size)
    expect(await list(`?page=${page}&per_page=${size}`)).toEqual({ users, total })
  }
})

describe('a deletion that fails', () => {
  const isAccount = (path: string) => path.includes('/admin/users/')
  const cannotFind = {
    status: 409,
    body: { error: 'The auth service cannot find this account, so it was not deleted.' },
  }
  const failed = { status: 500, body: { error: expect.any(String) } }

  test.each<[string, NonNullable<Faults['fail']>, object]>([
    ['is down', (path) => (path.startsWith('/auth/v1/admin/users') ? 500 : undefined), failed],
    ['does not find the account', (path) => (isAccount(path) ? 404 : undefined), cannotFind],
    ['does not accept the secret key', (path) => (isAccount(path) ? 403 : undefined), failed],
    [
      'does not find the account at the end',
      (path, method) => (isAccount(path) && method === 'DELETE' ? 404 : undefined),
      cannotFind,
    ],
  ])(
    'because the auth service %s keeps the images, and can be retried',
    async (_why, fail, answer) => {
      const user = await signUp()
      const image = await uploadImage(user)
      const remove = () =>
        ask('delete-user', { key: user.accessToken, body: { userId: user.id }, from: behindProxy })
      const readRest = async () => {
        const profiles = secret.from('profiles').select('id').eq('id', user.id)
        return [(await profiles.throwOnError()).data.length, ...(await areStored(image))]
      }
      faults.fail = fail
      expect(await remove()).toEqual(answer)
      expect(await readRest()).toEqual([1, true])
      delete faults.fail
      expect(await remove()).toEqual({ status: 200, body: { success: true } })
      expect(await readRest()).toEqual([0, false])
    },
  )
})
