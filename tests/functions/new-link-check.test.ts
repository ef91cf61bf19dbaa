import { afterAll, beforeEach, expect, test } from 'vitest'
import { newInviteLink } from '../support/communities.ts'
import type { TestUser } from '../support/users.ts'
import { getPath, respondWithGroup, respondWithStatus, startLinkBackend } from './link-backend.ts'

/* The check of a link before its community is listed. */

const backend = await startLinkBackend()
const { sql, owner, signUp, responses, requests, call, clear, setPace } = backend
beforeEach(async () => {
  await clear()
  await setPace(1000)
})
afterAll(backend.stop)

const checkNew = async (link: unknown, { accessToken }: Pick<TestUser, 'accessToken'> = owner) => {
  const body = JSON.stringify({ link })
  const response = await call('admin/check-new-link', { key: accessToken, body })
  return { status: response.status, body: await response.json() }
}

test('a signed-in user reads the name of the group, and nothing about the link is stored', async () => {
  const link = newInviteLink()
  responses.set(getPath(link), respondWithGroup('Lisbon Nomads'))
  const user = await signUp()
  expect(await checkNew(link, user)).toEqual({
    status: 200,
    body: { state: 'live', group_name: 'Lisbon Nomads' },
  })
  responses.set(getPath(link), respondWithStatus(404))
  expect((await checkNew(link, user)).body).toEqual({ state: 'dead', group_name: null })
  responses.set(getPath(link), respondWithStatus(429))
  expect((await checkNew(link, user)).body).toEqual({ state: 'unknown', group_name: null })
  const { rows } = await sql.query('select user_id, source from private.link_checks')
  const check = { user_id: user.id, source: 'new user' }
  expect(rows).toEqual([check, check, check])
})

test('only links in the stored form are opened, whatever an attacker sends', async () => {
  const code = 'AbcdefghijKlmnopqrst12'
  for (const link of [
    `https://chat.whatsapp.com.evil.example/${code}`,
    `https://evil.example/chat.whatsapp.com/${code}`,
    `https://evil.example@chat.whatsapp.com/${code}`,
    `https://chat.whatsapp.com@169.254.169.254/${code}`,
    `https://chat.whatsapp.com:8443/${code}`,
    `https://chat.whatsapp.com//evil.example/${code}`,
    `https://chat.whatsapp.com/../${code}`,
    `https://chat.whatsapp.com/${code}?next=http://127.0.0.1/`,
    `https://chat.whatsapp.com/${code}\n`,
    `http://chat.whatsapp.com/${code}`,
    'http://127.0.0.1/',
    'file:///etc/passwd',
    '',
    null,
    { toString: 'https' },
  ]) {
    expect({ link, status: (await checkNew(link)).status }).toEqual({ link, status: 400 })
  }
  expect(requests).toEqual([])
})

test('the limits of a user are those of all checks, and signed-out and suspended users check nothing', async () => {
  const user = await signUp()
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => checkNew(newInviteLink(), user)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(requests).toHaveLength(5)
  expect((await checkNew(newInviteLink(), user)).body).toEqual({
    error: 'You can check links at most 5 times in ten minutes. Please try again later.',
  })

  const suspended = await signUp()
  await sql.query("insert into public.suspensions (user_id, reason) values ($1, 'Spam.')", [
    suspended.id,
  ])
  expect((await checkNew(newInviteLink(), suspended)).status).toBe(403)
  expect((await checkNew(newInviteLink(), { accessToken: '' })).status).toBe(401)
  expect(requests).toHaveLength(5)
})

test('users who list communities leave most of the pace to others', async () => {
  await setPace(20)
  for (let count = 0; count < 6; count += 1) {
    const user = await signUp()
    await checkNew(newInviteLink(), user)
    await checkNew(newInviteLink(), user)
  }
  expect(requests).toHaveLength(4)
})
