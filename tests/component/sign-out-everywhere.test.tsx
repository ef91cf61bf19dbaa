import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { sessionStorageKey } from '../../src/supabase/config.ts'
import { type TestUser, createTestClient, createUser } from '../support/users.ts'
import { interceptRequests } from './session/app.tsx'
import { expectToast, openApp } from './whole-app.tsx'

let person: TestUser
let phone: TestUser['client']

beforeEach(async () => {
  person = await createUser({ name: 'Ines Duarte' })
  phone = createTestClient()
  const { email, password } = person
  await phone.auth.signInWithPassword({ email, password })
})

async function ask() {
  const user = await openApp(person, '/profile')
  await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Sign out everywhere?' }))
  return { user, question }
}

const isRefused = async () => (await phone.auth.refreshSession()).error !== null

test('ends the session on another device, too, and says so', async () => {
  const { user, question } = await ask()
  await user.click(question.getByRole('button', { name: 'Sign out everywhere' }))
  await expectToast('You are signed out everywhere')
  expect(await isRefused()).toBe(true)
  expect(await screen.findByRole('heading', { name: 'Back Soon' })).toBeVisible()
  // Whoever leaves on purpose is not asked to sign in again.
  expect(screen.queryByRole('dialog', { name: 'Sign in' })).toBeNull()
  await waitFor(() => expect(localStorage).toHaveLength(0))
})

test.each([
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch')), 'could not reach'],
  [
    'says that this session has ended already',
    () => Response.json({ error_code: 'session_not_found' }, { status: 403 }),
    'Your session has ended',
  ],
])('changes nothing when the service %s, until a retry', async (_what, answer, reason) => {
  const { user, question } = await ask()
  const broken = interceptRequests(/\/logout/, answer)
  await user.click(question.getByRole('button', { name: 'Sign out everywhere' }))
  const said = await question.findByText(/^Could not sign you out everywhere: /)
  expect(said).toHaveTextContent(reason)
  expect(screen.getAllByText(/^Could not sign you out everywhere/)).toHaveLength(1)
  expect(screen.queryByText('You are signed out everywhere')).toBeNull()
  expect(localStorage.getItem(sessionStorageKey)).not.toBeNull()
  expect(await isRefused()).toBe(false)
  broken.restore()
  await user.click(question.getByRole('button', { name: 'Try again' }))
  await expectToast('You are signed out everywhere')
  expect(await isRefused()).toBe(true)
})
