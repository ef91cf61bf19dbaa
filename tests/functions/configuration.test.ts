import { afterEach, describe, expect, inject, test } from 'vitest'
import { type LocalFunctions, startFunctions } from '../../supabase/local/functions.ts'
import { uploadImage } from '../support/images.ts'
import { createSecretClient, createUser } from '../support/users.ts'
import { type Proxy, startProxy } from './proxy.ts'

/* The edge functions with other settings, or with a project that fails. */

let functions: LocalFunctions | undefined
let proxy: Proxy | undefined
afterEach(async () => {
  functions?.stop()
  await proxy?.close()
  proxy = undefined
})

const admin = await createUser({ admin: true })
const [secretKey, publishableKey] = [inject('secretKey'), inject('publishableKey')]
const keys = {
  SUPABASE_SECRET_KEYS: JSON.stringify({ default: secretKey }),
  SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: publishableKey }),
}

/** Starts the functions with these variables, and returns a function that calls one of them. */
function start(environment: Record<string, string>) {
  functions?.stop()
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
      SUPABASE_ANON_KEY: publishableKey,
    },
  ],
])('the keys of the project are found %s', async (_where, environment) => {
  const call = start(environment)
  expect((await call('admin/users?page=1&per_page=1')).status).toBe(200)
})

test.each(['SUPABASE_SECRET_KEYS', 'SUPABASE_PUBLISHABLE_KEYS', 'SUPABASE_URL'])(
  'a missing %s is reported by name',
  async (name) => {
    const call = start({ ...keys, [name]: '' })
    const body = JSON.stringify({ userId: admin.id })
    for (const answer of [
      await call('admin/users'),
      await call('delete-user', { method: 'POST', body }),
    ]) {
      expect(answer.status).toBe(503)
      expect(await answer.json()).toEqual({ error: expect.stringContaining(`Set ${name}`) })
    }
  },
)

describe('the list of users', () => {
  const list = async (call: ReturnType<typeof start>, query = '') => {
    const answer = await call(`admin/users${query}`)
    const users: { id: string; created_at: string }[] = await answer.json()
    return { users, total: Number(answer.headers.get('x-total-count')) }
  }

  test('has all users, newest first, with id, email and date only', async () => {
    const { id, email } = await createUser()
    const { users, total } = await list(start(keys))
    expect(users[0]).toEqual({ id, email, created_at: expect.any(String) })
    const profiles = createSecretClient().from('profiles')
    const { count } = await profiles.select('id', { count: 'exact', head: true }).throwOnError()
    expect(new Set(users.map((user) => user.id)).size).toBe(count)
    expect(users).toHaveLength(total)
    const times = users.map(({ created_at }) => Date.parse(created_at))
    expect(times).toEqual(times.toSorted((one, other) => other - one))
  })

  test('and its pages are complete even if the row limit of the project is lower', async () => {
    await Promise.all(Array.from({ length: 12 }, () => createUser()))
    const { users: all, total } = await list(start(keys))
    // Acts like a project with a row limit of three.
    proxy = await startProxy({
      change(path, answer) {
        const rows: unknown = path.includes('/rpc/list_users') ? JSON.parse(answer) : null
        return Array.isArray(rows) ? JSON.stringify(rows.slice(0, 3)) : answer
      },
    })
    const call = start({ ...keys, SUPABASE_URL: proxy.url })
    expect(await list(call)).toEqual({ users: all, total })
    for (const [page, size] of [
      [1, 5],
      [2, 5],
      [3, 4],
      [2, 3],
      // The last page is shorter, and the next one is empty.
      [1, 1000],
      [2, 1000],
    ] as const) {
      const users = all.slice((page - 1) * size, page * size)
      expect(await list(call, `?page=${page}&per_page=${size}`)).toEqual({ users, total })
    }
  })
})

describe('a deletion that fails', () => {
  /** Starts functions behind a proxy that fails some requests until it is repaired, and creates a user. */
  async function startBroken(isBroken: (path: string, method: string) => boolean, status: number) {
    let isRepaired = false
    proxy = await startProxy({
      fail: (path, method) => (!isRepaired && isBroken(path, method) ? status : undefined),
    })
    const call = start({ ...keys, SUPABASE_URL: proxy.url })
    const user = await createUser()
    const image = await uploadImage(user)
    return {
      repair: () => (isRepaired = true),
      remove: async () => {
        const body = JSON.stringify({ userId: user.id })
        const answer = await call('delete-user', { token: user.accessToken, method: 'POST', body })
        return { status: answer.status, body: await answer.json() }
      },
      /** Returns whether the profile and the image exist. */
      readRest: async () => {
        const profiles = createSecretClient().from('profiles').select('id').eq('id', user.id)
        const hasProfile = (await profiles.throwOnError()).data.length === 1
        return { hasProfile, hasImage: (await fetch(image.url)).ok }
      },
    }
  }

  test('because of the auth service succeeds when it is retried', async () => {
    const isBroken = (path: string) => path.startsWith('/auth/v1/admin/users')
    const { remove, repair, readRest } = await startBroken(isBroken, 500)
    expect((await remove()).status).toBe(500)
    expect(await readRest()).toMatchObject({ hasProfile: true, hasImage: true })
    repair()
    expect((await remove()).body).toEqual({ success: true })
    expect(await readRest()).toEqual({ hasProfile: false, hasImage: false })
  })

  const isAccount = (path: string) => path.includes('/admin/users/')
  const cannotFind = 'The auth service cannot find this account, so it was not deleted.'

  test.each([
    ['does not find the account', 404, { status: 409, body: { error: cannotFind } }],
    ['does not accept the secret key', 403, { status: 500, body: { error: expect.any(String) } }],
  ])('because the auth service %s keeps the images', async (_why, status, answer) => {
    const { remove, readRest } = await startBroken(isAccount, status)
    expect(await remove()).toEqual(answer)
    expect(await readRest()).toEqual({ hasProfile: true, hasImage: true })
  })

  test('is reported if the account is still there after the auth service did not find it', async () => {
    const isDeletion = (path: string, method: string) => isAccount(path) && method === 'DELETE'
    const { remove, readRest } = await startBroken(isDeletion, 404)
    expect(await remove()).toEqual({ status: 409, body: { error: cannotFind } })
    expect(await readRest()).toMatchObject({ hasProfile: true })
  })
})
