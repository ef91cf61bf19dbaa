import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { signAtLevel } from '../../tooling/real-services/tokens.ts'
import { insertFactor, deleteFactors } from '../support/factors.ts'
import { uploadImage } from '../support/images.ts'
import type { TestUser } from '../support/users.ts'
import { areStored, startFunctionBackend } from './backend.ts'

/* Who may call the edge functions. */

const { local, sql, owner, admin, signUp, call, ask, stop } = await startFunctionBackend()
afterAll(stop)
afterEach(async () => {
  await Promise.all([owner, admin].map(({ id }) => deleteFactors(sql, id)))
  await sql.query('update private.settings set admins_need_second_factor = false')
})

const enterCode = 'Enter the code from your authenticator app to finish signing in.'
const addApp =
  'Admins need two-factor authentication. Add an authenticator app on your profile page.'

/** Every path that requires a role, and the deletion of another user. */
const requests = [
  ['GET', 'admin/users'],
  ['GET', 'admin/send-emails'],
  ['POST', 'admin/send-emails'],
  // The path that the schedules of earlier deployments call.
  ['POST', 'admin/send-mail'],
  ['POST', 'admin/check-links'],
  ['POST', 'admin/collect-images'],
  ['POST', 'delete-user'],
] as const

/** Returns the token of a session whose user has entered only the password (aal1), or also the code (aal2). */
const tokenAt = (level: 'aal1' | 'aal2', { accessToken }: TestUser) =>
  signAtLevel(accessToken, level, local.jwtSecret)
const needFactor = () => sql.query('update private.settings set admins_need_second_factor = true')

const remove = (userId: string, key: string) => ask('delete-user', { key, body: { userId } })

async function exists(id: string): Promise<boolean> {
  const { rows } = await sql.query('select from auth.users where id = $1', [id])
  return rows.length > 0
}

/** Sends every request, and returns each response. */
async function sendAll(key: string) {
  const answers: unknown[] = []
  for (const [method, path] of requests) {
    const body = path === 'delete-user' ? { userId: owner.id } : ''
    const answer = await ask(path, { key, method, body })
    answers.push([path, answer.status, answer.body])
  }
  expect(await exists(owner.id)).toBe(true)
  return answers
}

/** The responses if every request is refused. */
const refusals = (status: number, error: string, forDeletion = error) =>
  requests.map(([, path]) => [
    path,
    status,
    { error: path === 'delete-user' ? forDeletion : error },
  ])

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const forged = `${encode({ alg: 'none' })}.${encode({ sub: admin.id, role: 'authenticated' })}.`
const sessionEnded = 'Your session has ended. Please sign in again.'

test.each([
  ['without a token', '', 'Please sign in.'],
  ['with the publishable key', local.publishableKey, sessionEnded],
  ['with a guessed secret key', 'sb_secret_guess', sessionEnded],
  ['with a forged token', forged, sessionEnded],
])('a visitor %s is refused', async (_case, key, error) => {
  expect(await sendAll(key)).toEqual(refusals(401, error))
})

test('a user who is not an admin, or no longer one, is refused', async () => {
  const [user, former] = [await signUp(), await signUp({ admin: true })]
  await sql.query('update public.profiles set is_admin = false where id = $1', [former.id])
  await needFactor()
  for (const { accessToken } of [user, former]) {
    expect(await sendAll(accessToken)).toEqual(
      refusals(403, 'Only an admin may do that.', 'You can only delete your own account.'),
    )
  }
})

describe('an admin', () => {
  test('with a factor is refused before entering the code', async () => {
    await insertFactor(sql, admin.id)
    expect(await sendAll(tokenAt('aal1', admin))).toEqual(refusals(403, enterCode))
  })

  test('is refused without the factor that admins need', async () => {
    await needFactor()
    expect(await sendAll(tokenAt('aal1', admin))).toEqual(refusals(403, addApp))
  })

  test('lists and deletes users after entering the code', async () => {
    await needFactor()
    await insertFactor(sql, admin.id)
    const leaving = await signUp()
    const key = tokenAt('aal2', admin)
    const users = await call('admin/users', { key, method: 'GET' })
    expect(users.status).toBe(200)
    expect(await users.text()).toContain(leaving.id)
    expect((await remove(leaving.id, key)).status).toBe(200)
    expect(await exists(leaving.id)).toBe(false)
  })
})

test.each(['an owner', 'an admin'])(
  '%s with a factor cannot delete their account or its images before entering the code',
  async (role) => {
    await needFactor()
    const leaving = await signUp({ admin: role === 'an admin' })
    const image = await uploadImage(leaving)
    await insertFactor(sql, leaving.id)
    const refused = { status: 403, body: { error: enterCode } }
    expect(await remove(leaving.id, tokenAt('aal1', leaving))).toEqual(refused)
    expect(await exists(leaving.id)).toBe(true)
    expect(await areStored(image)).toEqual([true])

    // An admin needs no factor to leave.
    if (role === 'an admin') await deleteFactors(sql, leaving.id)
    const level = role === 'an admin' ? 'aal1' : 'aal2'
    expect((await remove(leaving.id, tokenAt(level, leaving))).status).toBe(200)
    expect(await exists(leaving.id)).toBe(false)
    expect(await areStored(image)).toEqual([false])
  },
)

test('another method returns 405, an unknown path 404', async () => {
  const key = admin.accessToken
  const statusOf = async (method: string, path: string) =>
    (await call(path, { key, method })).status
  expect(await statusOf('GET', 'admin/other')).toBe(404)
  expect(await statusOf('POST', 'admin/users')).toBe(405)
  expect(await statusOf('PUT', 'admin/send-emails')).toBe(405)
  expect(await statusOf('GET', 'admin/check-links')).toBe(405)
  expect(await statusOf('GET', 'admin/collect-images')).toBe(405)
  expect(await statusOf('GET', 'delete-user')).toBe(405)
})

test('a body of 20 kB returns 413 on every path, whether or not it reads a body', async () => {
  for (const path of ['admin/send-emails', 'admin/unsubscribe', 'admin/other', 'delete-user']) {
    const refused = await call(path, { key: '', body: 'x'.repeat(20_000) })
    const answer = [path, refused.status, await refused.json()]
    expect(answer).toEqual([path, 413, { error: 'The request is too large.' }])
    expect(refused.headers.get('access-control-allow-origin')).toBe('*')
  }
})

test('the page of another origin can send its headers, and read errors and the total', async () => {
  const preflight = await call('admin/users', { key: '', method: 'OPTIONS' })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  const allowed = preflight.headers.get('access-control-allow-headers')?.split(/, */)
  const sent = ['authorization', 'apikey', 'content-type', 'x-client-info', 'x-application-name']
  expect(allowed).toEqual(expect.arrayContaining(sent))
  const refused = await call('admin/users', { key: '', method: 'GET' })
  expect(refused.headers.get('access-control-allow-origin')).toBe('*')
  expect(refused.headers.get('access-control-expose-headers')).toContain('x-total-count')
})
