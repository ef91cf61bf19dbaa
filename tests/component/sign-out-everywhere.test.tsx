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

async function openQuestion() {
  const user = await openApp(person, '/profile')
  await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Sign out everywhere?' }))
  return { user, question }
}

const isPhoneSignedOut = async () => (await phone.auth.refreshSession()).error !== null

test('signing out everywhere ends the session on another device, too', async () => {
  const { user, question } = await openQuestion()
  await user.click(question.getByRole('button', { name: 'Sign out everywhere' }))
  await expectToast('You are signed out everywhere')
  expect(await isPhoneSignedOut()).toBe(true)
  expect(await screen.findByRole('heading', { name: 'Back Soon' })).toBeVisible()
  // After signing out, the sign-in dialog does not open.
  expect(screen.queryByRole('dialog', { name: 'Sign in' })).toBeNull()
  await waitFor(() => expect(localStorage).toHaveLength(0))
})

test.each([
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch')), 'could not reach'],
  [
    'has already ended this session',
    () => Response.json({ error_code: 'session_not_found' }, { status: 403 }),
    'Your session has ended',
  ],
])('no session ends when the service %s, until a retry', async (_what, respond, reason) => {
  const { user, question } = await openQuestion()
  const broken = interceptRequests(/\/logout/, respond)
  await user.click(question.getByRole('button', { name: 'Sign out everywhere' }))
  const problem = await question.findByText(/^Could not sign you out everywhere: /)
  expect(problem).toHaveTextContent(reason)
  expect(screen.getAllByText(/^Could not sign you out everywhere/)).toHaveLength(1)
  expect(screen.queryByText('You are signed out everywhere')).toBeNull()
  expect(localStorage.getItem(sessionStorageKey)).not.toBeNull()
  expect(await isPhoneSignedOut()).toBe(false)
  broken.restore()
  await user.click(question.getByRole('button', { name: 'Try again' }))
  await expectToast('You are signed out everywhere')
  expect(await isPhoneSignedOut()).toBe(true)
})
