import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { signAtLevel } from '../../tooling/real-services/tokens.ts'
import { insertFactor, deleteFactors } from '../support/factors.ts'
import { uploadImage } from '../support/images.ts'
import { startFunctionBackend } from './backend.ts'

/* The edge functions, called with a password but without the code of the second factor. */

const { local, sql, owner, admin, signUp, stop } = await startFunctionBackend({})
afterAll(stop)

const enterCode = 'Enter the code from your authenticator app to finish signing in.'
const addApp =
  'Admins need two-factor authentication. Add an authenticator app on your profile page.'

afterEach(async () => {
  await Promise.all([owner, admin].map(({ id }) => deleteFactors(sql, id)))
  await sql.query('update private.settings set admins_need_second_factor = false')
})

interface Options {
  level?: 'aal1' | 'aal2'
  method?: string
  body?: object
}

async function call(
  path: string,
  { accessToken }: { accessToken: string },
  { level = 'aal1', method = 'POST', body = {} }: Options = {},
) {
  const token = signAtLevel(accessToken, level, local.jwtSecret)
  const response = await fetch(`${local.url}/functions/v1/${path}`, {
    method,
    headers: { apikey: local.publishableKey, authorization: `Bearer ${token}` },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  })
  const result: unknown = await response.json()
  return { status: response.status, body: result }
}

async function exists(id: string): Promise<boolean> {
  const { rows } = await sql.query('select from auth.users where id = $1', [id])
  return rows.length > 0
}

/** Every path of the function admin that requires a role, and the deletion of another user. */
const requests = [
  ['admin/users', { method: 'GET' }],
  ['admin/send-emails', { method: 'GET' }],
  ['admin/send-emails', {}],
  ['admin/check-links', {}],
  ['admin/collect-images', {}],
  ['delete-user', { body: { userId: owner.id } }],
] as const

describe('an admin', () => {
  test.each(requests)(
    'with a factor cannot call %s before entering the code',
    async (path, options) => {
      await insertFactor(sql, admin.id)
      expect(await call(path, admin, options)).toEqual({ status: 403, body: { error: enterCode } })
      expect(await exists(owner.id)).toBe(true)
    },
  )

  test.each(requests)(
    'cannot call %s without the factor that admins need',
    async (path, options) => {
      await sql.query('update private.settings set admins_need_second_factor = true')
      expect(await call(path, admin, options)).toEqual({ status: 403, body: { error: addApp } })
      expect(await exists(owner.id)).toBe(true)
    },
  )

  test('deletes their own account without the factor that admins need', async () => {
    await sql.query('update private.settings set admins_need_second_factor = true')
    const leaving = await signUp()
    await sql.query('update public.profiles set is_admin = true where id = $1', [leaving.id])
    const body = { userId: leaving.id }
    await insertFactor(sql, leaving.id)
    expect(await call('delete-user', leaving, { body })).toEqual({
      status: 403,
      body: { error: enterCode },
    })
    await deleteFactors(sql, leaving.id)
    expect((await call('delete-user', leaving, { body })).status).toBe(200)
    expect(await exists(leaving.id)).toBe(false)
  })

  test('lists and deletes users after entering the code', async () => {
    await sql.query('update private.settings set admins_need_second_factor = true')
    await insertFactor(sql, admin.id)
    const leaving = await signUp()
    const users = await call('admin/users', admin, { level: 'aal2', method: 'GET' })
    expect(users.status).toBe(200)
    expect(JSON.stringify(users.body)).toContain(leaving.id)
    const deletion = await call('delete-user', admin, {
      level: 'aal2',
      body: { userId: leaving.id },
    })
    expect(deletion.status).toBe(200)
    expect(await exists(leaving.id)).toBe(false)
  })
})

describe('an owner with a factor', () => {
  test('cannot delete their account or its images before entering the code', async () => {
    const leaving = await signUp()
    const image = await uploadImage(leaving)
    await insertFactor(sql, leaving.id)
    const body = { userId: leaving.id }
    expect(await call('delete-user', leaving, { body })).toEqual({
      status: 403,
      body: { error: enterCode },
    })
    expect(await exists(leaving.id)).toBe(true)
    expect((await fetch(image.url)).ok).toBe(true)

    expect((await call('delete-user', leaving, { level: 'aal2', body })).status).toBe(200)
    expect(await exists(leaving.id)).toBe(false)
    expect((await fetch(image.url)).ok).toBe(false)
  })

  test('is still told that the function is for admins only', async () => {
    await sql.query('update private.settings set admins_need_second_factor = true')
    expect(await call('admin/users', owner, { method: 'GET' })).toEqual({
      status: 403,
      body: { error: 'Only an admin may do that.' },
    })
  })
})
