import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { sessionStorageKey } from '../../../src/supabase/config.ts'
import { createUser, expectSessionToEnd, type TestUser } from '../../support/users.ts'
import { countRequests, holdResponses, interceptRequests } from '../requests.ts'
import { addApp, app } from '../second-factor.ts'
import {
  createSessionFragment,
  fillIn,
  findDialog,
  renderApp,
  signedInEmail,
  signedInName,
  status,
} from './app.tsx'

/* tests/real/component/sign-in-code.test.tsx tests the same on the real services. */

const code = '123456'

let member: TestUser

/** Stores a session of a user with an app who has signed in with the password only. */
beforeEach(async () => {
  member = await createUser()
  const { session } = (await member.client.auth.getSession()).data
  const user = { ...session?.user, factors: [app] }
  localStorage.setItem(sessionStorageKey, JSON.stringify({ ...session, user }))
  await addApp(member)
})

test('a session without a code reads nothing and shows only the dialog, until the code signs in', async () => {
  const reads = countRequests(/\/rest\/v1\//)
  const { user } = renderApp('/profile')
  expect(await findDialog('Enter your code')).toHaveTextContent(member.email)
  expect(status()).toHaveTextContent('code-required')
  expect(signedInEmail()).toBeEmptyDOMElement()
  expect(screen.queryByRole('heading', { name: 'Profile' })).toBeNull()
  expect(reads.count()).toBe(0)
  await fillIn({ Code: '\u200E１２３ ٤٥−6' })
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('heading', { name: 'Profile' })
  await waitFor(() => expect(signedInName()).toHaveTextContent('Test User'))
})

test('typing replaces a rejected code, and there is one error at a time', async () => {
  const { user } = renderApp()
  await findDialog('Enter your code')
  interceptRequests(/\/verify$/, () =>
    Response.json({ error_code: 'mfa_verification_failed' }, { status: 422 }),
  )
  await fillIn({ Code: '654-321' })
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(/^That code isn't right/)
  const field = screen.getByLabelText<HTMLInputElement>('Code')
  expect(field).toHaveValue('654-321')
  await waitFor(() => expect(field).toHaveFocus())
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 7])
  expect(field).not.toBeInvalid()

  await user.keyboard('12345{Enter}')
  expect(field).toHaveValue('12345')
  expect(field).toHaveAccessibleDescription(/Please enter the 6 digits/)
  expect(screen.queryByRole('alert')).toBeNull()
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 5])
})

test('canceling signs out, and keeps the drafts from before the sign-in', async () => {
  const { user } = renderApp('/profile')
  await findDialog('Enter your code')
  localStorage.setItem(`profile-draft-${member.id}`, '{"name":"Ana"}')
  // From an earlier visit.
  localStorage.setItem('community-app-rows', '{}')
  await user.keyboard('{Escape}')
  await screen.findByRole('heading', { name: 'Home' })
  await expectSessionToEnd(member)
  expect(Object.keys(localStorage)).toEqual([`profile-draft-${member.id}`])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a submitted code is not followed by a sign-out that its response would undo', async () => {
  const { user } = renderApp('/profile')
  await findDialog('Enter your code')
  const release = holdResponses(/\/verify$/)
  await fillIn({ Code: code })
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(screen.getByRole('button', { name: 'Cancel and sign out' })).toBeDisabled()
  await user.keyboard('{Escape}')
  expect(status()).toHaveTextContent('code-required')
  release()
  await screen.findByRole('heading', { name: 'Profile' })
})

test('a link to another account asks first, and keeping the account asks for its code', async () => {
  const other = await createUser()
  const fragment = await createSessionFragment(other)
  const { user } = renderApp(`/profile#${fragment}`)
  await screen.findByRole('alertdialog', { name: 'Switch to another account?' })
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Keep my account' }))
  expect(await findDialog('Enter your code')).toHaveTextContent(member.email)
})
