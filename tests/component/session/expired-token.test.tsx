import { screen, waitFor } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { supabase } from '../../../src/supabase/client.ts'
import { callFunction } from '../../../src/supabase/call-function.ts'
import { sessionStorageKey } from '../../../src/supabase/config.ts'
import { toUserError } from '../../../src/supabase/errors.ts'
import { expireToken } from '../../support/expired-token.ts'
import { readImageFolder, uploadImage } from '../../support/images.ts'
import { createUser, endedSession, type TestUser } from '../../support/users.ts'
import { countRequests, interceptRequests } from '../requests.ts'
import { expireStoredToken, renderApp, storeExpiredSession, storeSession } from './app.tsx'

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

const status = () => screen.getByLabelText('Status')

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

  test('the page signs in after a reload', async () => {
    await createUserOnSlowDevice()
    renderApp('/profile')
    await screen.findByRole('heading', { name: 'Profile' })
    await waitFor(() =>
      expect(screen.getByLabelText('Signed-in name')).toHaveTextContent('Slow clock'),
    )
  })

  test('the auth service accepts a new password', async () => {
    const member = await createUserOnSlowDevice()
    const { error } = await supabase.auth.updateUser({ password: 'another-horse-8' })
    expect(error).toBeNull()
    const { email } = member
    const { data } = await member.client.auth.signInWithPassword({
      email,
      password: 'another-horse-8',
    })
    expect(data.session).not.toBeNull()
  })

  test('storage accepts an upload', async () => {
    const member = await createUser()
    const folder = await readImageFolder(member)
    await storeExpiredSession(member)
    setClockBack()
    const { count } = countRequests(refreshes)
    const image = await uploadImage({ id: member.id, client: supabase }, { folder })
    expect(image.path).toContain(folder)
    expect(count()).toBe(1)
  })

  test('an edge function accepts the call', async () => {
    await createUserOnSlowDevice()
    const { count } = countRequests(refreshes)
    // Only admins may call it.
    await expect(callFunction('admin/users', { method: 'GET' })).rejects.toMatchObject({
      status: 403,
    })
    expect(count()).toBe(1)
  })

  test('the page signs out with a message if the session has ended, and keeps the drafts', async () => {
    const member = await createUserOnSlowDevice()
    localStorage.setItem('draft', 'something')
    await member.client.auth.signOut()
    renderApp()
    await waitFor(() => expect(status()).toHaveTextContent('signed-in'))
    const { error, status: httpStatus } = await readName(member.id)
    expect(toUserError(error, httpStatus).message).toBe(sessionEnded)
    expect(await screen.findByText(sessionEnded)).toBeInTheDocument()
    await waitFor(() => expect(status()).toHaveTextContent('signed-out'))
    expect(localStorage.getItem('draft')).toBe('something')
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

test('a blocked user is signed out with an explanation, and keeps the drafts', async () => {
  await createUserOnSlowDevice()
  localStorage.setItem('draft', 'something')
  interceptRequests(refreshes, () =>
    Response.json({ code: 400, error_code: 'user_banned', msg: 'User Banned' }, { status: 400 }),
  )
  renderApp()
  expect(await screen.findByText(/^This account is blocked/)).toBeInTheDocument()
  await waitFor(() => expect(status()).toHaveTextContent('signed-out'))
  expect(localStorage.getItem('draft')).toBe('something')
})

test('signing out with an expired token ends the session at the service', async () => {
  const member = await createUser({ name: 'Ada' })
  await storeSession(member)
  const { user } = renderApp()
  await waitFor(() => expect(screen.getByLabelText('Signed-in name')).toHaveTextContent('Ada'))
  expireStoredToken()
  await user.click(screen.getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(localStorage).toHaveLength(0))
  await waitFor(async () =>
    expect((await member.client.auth.refreshSession()).error?.code).toMatch(endedSession),
  )
  expect(status()).toHaveTextContent('signed-out')
  expect(screen.queryByText(/Other devices/)).not.toBeInTheDocument()
})

test('a token that is rejected twice is refreshed once', async () => {
  const member = await createUserOnSlowDevice()
  const { count } = countRequests(refreshes)
  const reads = interceptRequests(/rest\/v1\/profiles/, () =>
    Response.json({ code: 'PGRST301', message: 'JWT expired' }, { status: 401 }),
  )
  const { error } = await readName(member.id)
  expect(error?.code).toBe('PGRST301')
  expect(count()).toBe(1)
  expect(reads.count()).toBe(2)
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

test('a rejected request of a visitor is not sent again', async () => {
  const { count } = countRequests(refreshes)
  const reads = interceptRequests(/rest\/v1\/profiles/, () =>
    Response.json({ code: 'PGRST301', message: 'JWT expired' }, { status: 401 }),
  )
  expect((await readName(crypto.randomUUID())).error?.code).toBe('PGRST301')
  expect(reads.count()).toBe(1)
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
