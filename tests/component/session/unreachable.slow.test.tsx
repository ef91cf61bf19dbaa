import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { supabase } from '../../../src/supabase/client.ts'
import { toUserError } from '../../../src/supabase/errors.ts'
import { readStoredSession } from '../../../src/supabase/stored-session.ts'
import { createUser } from '../../support/users.ts'
import { returnToTab, visit } from '../whole-app.tsx'
import { countRequests, interceptRequests } from '../requests.ts'
import {
  currentUrl,
  renderApp,
  signedInName,
  status,
  storeExpiredSession,
  storeSession,
} from './app.tsx'

const refreshes = /grant_type=refresh_token/
const hour = 3_600_000

const html = (code: number) =>
  new Response('<!doctype html><title>Sign in to the Wi-Fi</title>', {
    status: code,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  })
const json = (code: number, body: object = { message: 'Try later' }) =>
  Response.json(body, { status: code })

describe('an expired session is kept, and used again later, if the auth service responds to the refresh with', () => {
  test.each<[string, () => Response | Promise<Response>]>([
    ['403', () => json(403)],
    ['403 and a code that says nothing about the session', () => json(403, { code: 'bad_jwt' })],
    ['429', () => json(429, { code: 'over_request_rate_limit', message: 'Slow down' })],
    ['500', () => json(500, { error_code: 'unexpected_failure', msg: 'Broken' })],
    ['200 and an HTML page', () => html(200)],
    ['200 and no session', () => json(200, {})],
    ['nothing', () => Promise.reject(new TypeError('Load failed'))],
  ])('%s', async (_answer, respond) => {
    await storeExpiredSession(await createUser({ name: 'Ada' }))
    const outage = interceptRequests(refreshes, respond)
    const reads = countRequests(/rest\/v1\/profiles/)
    const { user } = renderApp('/profile')
    await screen.findByRole('heading', { name: 'Profile' })
    await waitFor(() => expect(outage.count()).toBeGreaterThan(0))
    const { error, status: code } = await supabase.from('profiles').select('name')
    expect(toUserError(error, code).code).toBe('unreachable')
    expect(status()).toHaveTextContent('signed-in')
    expect(currentUrl()).toHaveTextContent('/profile')
    // A request with the expired token could only fail.
    expect(reads.count()).toBe(0)

    reads.restore()
    outage.restore()
    await user.click(screen.getByRole('button', { name: 'Refresh profile' }))
    await waitFor(() => expect(signedInName()).toHaveTextContent('Ada'))
  })
})

describe('a session ends if the auth service responds to the refresh with', () => {
  const ended = 'Your session has ended. Sign in again.'
  test.each([
    [{ code: 'session_not_found' }, ended],
    [{ code: 'session_expired' }, ended],
    [{ code: 'refresh_token_not_found' }, ended],
    [{ code: 'refresh_token_already_used' }, ended],
    [{ code: 'validation_failed' }, ended],
    [{ code: 'user_not_found' }, 'This account no longer exists.'],
    [{ code: 'user_banned' }, /^This account is blocked/],
    // Of versions without error codes.
    [{ error: 'invalid_grant' }, ended],
  ])('%o', async (reason, message) => {
    await storeExpiredSession(await createUser())
    localStorage.setItem('draft', 'something')
    interceptRequests(refreshes, () => json(403, { ...reason, message: 'Ended' }))
    renderApp('/profile')
    await screen.findByText(message)
    await waitFor(() => expect(status()).toHaveTextContent('signed-out'))
    expect(readStoredSession()).toBeNull()
    expect(localStorage.getItem('draft')).toBe('something')
  })
})

test('a session that another tab has refreshed meanwhile is used, although this tab was too late', async () => {
  const member = await createUser({ name: 'Ada' })
  await storeExpiredSession(member)
  interceptRequests(refreshes, async () => {
    await storeSession(member)
    return json(400, { code: 'refresh_token_already_used', message: 'Already Used' })
  })
  renderApp('/profile')
  await waitFor(() => expect(signedInName()).toHaveTextContent('Ada'))
  expect(status()).toHaveTextContent('signed-in')
})

describe('on a device whose clock is two hours ahead', () => {
  const setClockAhead = () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * hour })
    onTestFinished(() => void vi.useRealTimers())
  }

  test('a session of an earlier visit is refreshed once', async () => {
    await storeSession(await createUser({ name: 'Ada' }))
    setClockAhead()
    const { count } = countRequests(refreshes)
    const { user } = renderApp('/profile')
    await waitFor(() => expect(signedInName()).toHaveTextContent('Ada'))
    await supabase.from('profiles').update({ name: 'Grace' }).eq('name', 'Ada')
    await user.click(screen.getByRole('button', { name: 'Refresh profile' }))
    await waitFor(() => expect(signedInName()).toHaveTextContent('Grace'))
    expect((await supabase.auth.getUser()).error).toBeNull()
    expect(count()).toBe(1)
  })

  test('a new session is not refreshed', async () => {
    const { email, password } = await createUser()
    setClockAhead()
    const { count } = countRequests(refreshes)
    await supabase.auth.signInWithPassword({ email, password })
    expect((await supabase.from('profiles').select('email')).data).toHaveLength(1)
    expect((await supabase.auth.updateUser({ data: { theme: 'dark' } })).error).toBeNull()
    expect((await supabase.from('profiles').select('email')).data).toHaveLength(1)
    expect(count()).toBe(0)
  })
})

test('an HTML page instead of an answer is reported as a lost connection', async () => {
  await storeSession(await createUser())
  for (const code of [200, 403, 511]) {
    const pages = interceptRequests(/\/(rest|auth|storage|functions)\/v1\//, () => html(code))
    const rows = await supabase.from('profiles').select('name')
    expect(toUserError(rows.error, rows.status).code).toBe('unreachable')
    const account = await supabase.auth.getUser()
    expect(toUserError(account.error).code).toBe('unreachable')
    const images = await supabase.storage.from('community-images').list('x')
    expect(toUserError(images.error).code).toBe('unreachable')
    const { error, response } = await supabase.functions.invoke('admin/users')
    expect(toUserError(error, response?.status).code).toBe('unreachable')
    pages.restore()
    expect(readStoredSession()).not.toBeNull()
  }
})

test('an admin stays on the dashboard while the service cannot be reached, and continues', async () => {
  await storeSession(await createUser({ admin: true }))
  const outage = interceptRequests(/rest\/v1\/profiles/, () => json(503))
  const { user } = renderApp('/admin')
  await waitFor(() => expect(outage.count()).toBeGreaterThan(3), { timeout: 10_000 })
  outage.restore()
  expect(currentUrl()).toHaveTextContent('/admin')
  await user.click(screen.getByRole('button', { name: 'Refresh profile' }))
  await screen.findByRole('heading', { name: 'Admin Dashboard' })
})

async function findNotice(): Promise<HTMLElement> {
  const { parentElement } = await screen.findByText(/^We can't reach the service/)
  if (!parentElement) throw new Error('The text is not in a notice')
  return parentElement
}

test('the page says that the service cannot be reached, and continues without a reload', async () => {
  await storeExpiredSession(await createUser({ name: 'Ada' }))
  const outage = interceptRequests(refreshes, () => json(429))
  const user = visit('/profile')
  const notice = await findNotice()
  await screen.findByRole('heading', { name: 'Your profile' })
  expect(screen.getByRole('button', { name: /^Account menu/ })).toBeVisible()
  expect(window.location.pathname).toBe('/profile')

  const failed = outage.count()
  await user.click(within(notice).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(outage.count()).toBeGreaterThan(failed))
  expect(await findNotice()).toBeVisible()

  outage.restore()
  returnToTab()
  await screen.findByText("You haven't created any communities yet")
  await screen.findByRole('button', { name: 'Account menu, Ada' })
  expect(screen.queryByText(/^We can't reach the service/)).not.toBeInTheDocument()
})
