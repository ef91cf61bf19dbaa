import { screen, waitFor } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { supabase } from '../../../src/supabase/client.ts'
import { callFunction } from '../../../src/supabase/call-function.ts'
import { sessionStorageKey } from '../../../src/supabase/config.ts'
import { toUserError } from '../../../src/supabase/errors.ts'
import { expireToken } from '../../support/expired-token.ts'
import { readImageFolder, uploadImage } from '../../support/images.ts'
import {
  createTestClient,
  createUser,
  expectSessionToEnd,
  type TestUser,
} from '../../support/users.ts'
import { countRequests, interceptRequests } from '../requests.ts'
import {
  expireStoredToken,
  renderApp,
  renderSignedIn,
  signedInName,
  status,
  storeExpiredSession,
  storeSession,
} from './app.tsx'

const hour = 3_600_000
const refreshes = /grant_type=refresh_token/
const sessionEnded = 'Your session has ended. Sign in again.'

/** Sets the device's clock two hours back, so that the client considers the token valid. */
function setClockBack(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 2 * hour })
  onTestFinished(() => void vi.useRealTimers())
}

async function createUserOnSlowDevice(): Promise<TestUser> {
  const member = await createUser({ name: 'Slow clock' })
  await storeExpiredSession(member)
  setClockBack()
  return member
}

const readName = (id: string) => supabase.from('profiles').select('name').eq('id', id).single()

describe('on a device whose clock is behind', () => {
  test('an expired token is refreshed once for concurrent requests, which are retried', async () => {
    const member = await createUserOnSlowDevice()
    const { count } = countRequests(refreshes)
    const responses = await Promise.all([1, 2, 3].map(() => readName(member.id)))
    expect(responses.map(({ data }) => data?.name)).toEqual(Array(3).fill('Slow clock'))
    expect(count()).toBe(1)
    expect((await readName(member.id)).error).toBeNull()
    expect(count()).toBe(1)
  })

  test.each<[string, (member: TestUser) => Promise<unknown>, unknown]>([
    [
      'the auth service saves a new password',
      async ({ email }) => {
        const password = 'another-horse-8'
        await supabase.auth.updateUser({ password })
        return (await createTestClient().auth.signInWithPassword({ email, password })).error
      },
      null,
    ],
    [
      'storage saves an image',
      async (member) => {
        const folder = await readImageFolder(member)
        return uploadImage({ id: member.id, client: supabase }, { folder })
      },
      { path: expect.any(String), url: expect.any(String) },
    ],
    [
      'an edge function, which only admins may call, refuses the call',
      () => callFunction('admin/users', { method: 'GET' }).catch((error: unknown) => error),
      expect.objectContaining({ status: 403 }),
    ],
  ])('an expired token is refreshed once, then %s', async (_outcome, call, expected) => {
    const member = await createUserOnSlowDevice()
    const { count } = countRequests(refreshes)
    expect(await call(member)).toEqual(expected)
    expect(count()).toBe(1)
  })

  test('a session that cannot be refreshed at the moment is kept', async () => {
    const member = await createUserOnSlowDevice()
    const { restore } = interceptRequests(refreshes, () => new Response('{}', { status: 429 }))
    const { error, status: httpStatus } = await readName(member.id)
    expect(toUserError(error, httpStatus).code).toBe('unreachable')
    restore()
    expect(localStorage.getItem(sessionStorageKey)).not.toBeNull()
  })
})

test.each<[string, (member: TestUser) => unknown, string | RegExp]>([
  ['has ended', ({ client }) => client.auth.signOut(), sessionEnded],
  [
    'is that of a blocked user',
    () =>
      interceptRequests(refreshes, () =>
        Response.json({ code: 400, error_code: 'user_banned', msg: '' }, { status: 400 }),
      ),
    /^This account is blocked/,
  ],
])(
  'the page signs out with a message if the session %s, and keeps the drafts',
  async (_what, end, text) => {
    const member = await createUserOnSlowDevice()
    localStorage.setItem('draft', 'something')
    await end(member)
    renderApp()
    expect(status()).toHaveTextContent('signed-in')
    const { error, status: httpStatus } = await readName(member.id)
    expect(toUserError(error, httpStatus).message).toBe(sessionEnded)
    expect(await screen.findByText(text)).toBeInTheDocument()
    await waitFor(() => expect(status()).toHaveTextContent('signed-out'))
    expect(localStorage.getItem('draft')).toBe('something')
  },
)

test('signing out with an expired token ends the session at the service', async () => {
  const { member, user } = await renderSignedIn('/', { name: 'Ada' })
  await waitFor(() => expect(signedInName()).toHaveTextContent('Ada'))
  expireStoredToken()
  await user.click(screen.getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(localStorage).toHaveLength(0))
  await expectSessionToEnd(member)
  expect(status()).toHaveTextContent('signed-out')
  expect(screen.queryByText(/Other devices/)).not.toBeInTheDocument()
})

test.each([
  ['with a token that is rejected twice is refreshed and repeated once', true, [1, 2]],
  ['of a visitor that is rejected is not repeated', false, [0, 1]],
])('a request %s', async (_what, isSignedIn, expected) => {
  const id = isSignedIn ? (await createUserOnSlowDevice()).id : crypto.randomUUID()
  const { count } = countRequests(refreshes)
  const reads = interceptRequests(/rest\/v1\/profiles/, () =>
    Response.json({ code: 'PGRST301', message: 'JWT expired' }, { status: 401 }),
  )
  expect((await readName(id)).error?.code).toBe('PGRST301')
  expect([count(), reads.count()]).toEqual(expected)
})

test('a token that another tab has replaced is not refreshed again', async () => {
  const member = await createUserOnSlowDevice()
  const { count } = countRequests(refreshes)
  const reads = interceptRequests(/rest\/v1\/profiles/, async (forward) => {
    const response = await forward()
    // The other tab stores its session between the request and the response.
    if (!response.ok) await storeSession(member)
    return response
  })
  expect((await readName(member.id)).data?.name).toBe('Slow clock')
  expect(reads.count()).toBe(2)
  expect(count()).toBe(0)
})

test('a request with an expired token of another session is not retried with the stored one', async () => {
  const member = await createUserOnSlowDevice()
  const { data } = await (await createUser()).client.auth.getSession()
  const { count } = countRequests(refreshes)
  const other = await supabase.auth.getUser(expireToken(data.session?.access_token ?? ''))
  expect(other.data.user).toBeNull()
  expect(count()).toBe(0)
  expect((await supabase.auth.getUser()).data.user?.id).toBe(member.id)
})
