import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { readObject } from '../../src/lib/browser-storage.ts'
import { readProperty } from '../../src/lib/read-property.ts'
import { sessionStorageKey } from '../../src/supabase/config.ts'
import { expireToken } from '../support/expired-token.ts'
import { createTestClient, createUser, type TestUser } from '../support/users.ts'
import { interceptRequests } from './requests.ts'
import { expectToast, openApp } from './whole-app.tsx'

let member: TestUser
let phone: TestUser['client']

beforeEach(async () => {
  member = await createUser({ name: 'Ines Duarte' })
  phone = createTestClient()
  const { email, password } = member
  await phone.auth.signInWithPassword({ email, password })
})

async function openConfirmation() {
  const user = await openApp(member, '/profile?section=settings')
  await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
  const confirmation = within(
    await screen.findByRole('alertdialog', { name: 'Sign out everywhere?' }),
  )
  return { user, confirmation }
}

const isPhoneSignedOut = async () => (await phone.auth.refreshSession()).error !== null

test('signing out everywhere ends the session on another device, even with an expired token', async () => {
  const { user, confirmation } = await openConfirmation()
  // The client considers the token valid, because the device's clock is behind.
  const stored = readObject(sessionStorageKey)
  const access_token = expireToken(String(readProperty(stored, 'access_token')))
  localStorage.setItem(sessionStorageKey, JSON.stringify({ ...stored, access_token }))
  await user.click(confirmation.getByRole('button', { name: 'Sign out everywhere' }))
  await expectToast('You are signed out everywhere')
  expect(await isPhoneSignedOut()).toBe(true)
  expect(await screen.findByRole('heading', { name: 'Back Soon' })).toBeVisible()
  expect(screen.queryByRole('dialog', { name: 'Sign in' })).toBeNull()
  await waitFor(() => expect(localStorage).toHaveLength(0))
})

test('a page that is open elsewhere can no longer load or save anything, and says why', async () => {
  const user = await openApp(member, '/profile?section=settings')
  const download = await screen.findByRole('button', { name: 'Download my data' })
  await phone.auth.signOut({ scope: 'global' })
  await user.click(download)
  await expectToast('Your session has ended. Sign in again.')
  expect(await screen.findByRole('dialog', { name: 'Sign in' })).toBeVisible()
  expect(localStorage.getItem(sessionStorageKey)).toBeNull()
})

test.each([
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch')), "couldn't reach"],
  [
    'has already ended this session',
    () => Response.json({ error_code: 'session_not_found' }, { status: 403 }),
    'Your session has ended',
  ],
])(
  'no session ends when the service %s, and a retry ends them all',
  async (_case, respond, reason) => {
    const { user, confirmation } = await openConfirmation()
    const broken = interceptRequests(/\/logout/, respond)
    await user.click(confirmation.getByRole('button', { name: 'Sign out everywhere' }))
    const problem = await confirmation.findByText(/^Couldn't sign you out everywhere: /)
    expect(problem).toHaveTextContent(reason)
    expect(screen.getAllByText(/^Couldn't sign you out everywhere/)).toHaveLength(1)
    expect(screen.queryByText('You are signed out everywhere')).toBeNull()
    expect(localStorage.getItem(sessionStorageKey)).not.toBeNull()
    expect(await isPhoneSignedOut()).toBe(false)
    broken.restore()
    await user.click(confirmation.getByRole('button', { name: 'Try again' }))
    await expectToast('You are signed out everywhere')
    expect(await isPhoneSignedOut()).toBe(true)
  },
)
