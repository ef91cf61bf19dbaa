import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sessionStorageKey } from '../../../src/supabase/config.ts'
import {
  createSessionFragment,
  fillIn,
  findDialog,
  renderApp,
  storeSession,
} from '../../component/session/app.tsx'
import { interceptRequests, loseResponses } from '../../component/requests.ts'
import { addFactor, createCode } from '../../support/totp.ts'
import { createSecretClient, createTestClient, createUser } from '../../support/users.ts'

/** Creates a user with an authenticator app, and a client that has signed in with the password only. */
async function createProtectedUser() {
  const member = await createUser()
  const { id: factorId, secret } = await addFactor(member.client)
  const { email, password } = member
  const client = createTestClient()
  await client.auth.signInWithPassword({ email, password })
  return { ...member, client, withCode: member.client, factorId, secret }
}

const status = () => screen.getByLabelText('Status')
const submit = () => screen.getByRole('button', { name: 'Continue' })

test('a code can be checked again after the connection or the response was lost', async () => {
  const member = await createProtectedUser()
  await storeSession(member)
  const { user } = renderApp()
  await findDialog('Enter your code')
  await fillIn({ Code: createCode(member.secret) })
  const offline = interceptRequests(/\/auth\//, () => Promise.reject(new TypeError('fetch failed')))
  await user.click(submit())
  expect(await screen.findByRole('alert')).toHaveTextContent(/couldn't reach the service/)
  offline.restore()
  const lost = loseResponses(/\/verify$/)
  await user.click(submit())
  await waitFor(() => expect(lost.count()).toBe(1))
  await waitFor(() => expect(submit()).not.toHaveAttribute('aria-busy'))
  expect(await screen.findByRole('alert')).toHaveTextContent(/couldn't reach the service/)
  lost.restore()
  await user.click(submit())
  await waitFor(() => expect(status()).toHaveTextContent('signed-in'))
})

test('a user with several apps chooses which one to use', async () => {
  const member = await createProtectedUser()
  const tablet = await addFactor(member.withCode, 'Tablet')
  const { email, password } = member
  const client = createTestClient()
  await client.auth.signInWithPassword({ email, password })
  await storeSession({ ...member, client })
  const { user } = renderApp()
  const dialog = await findDialog('Enter your code')
  await user.click(screen.getByText('Lost your phone?'))
  expect(dialog).toHaveTextContent(/Choose another of your apps/)
  await user.selectOptions(screen.getByLabelText('Authenticator app'), 'Tablet')
  await fillIn({ Code: createCode(tablet.secret) })
  await user.click(submit())
  await waitFor(() => expect(status()).toHaveTextContent('signed-in'))
})

test('no code is required once an admin of the project has removed the lost app', async () => {
  const member = await createProtectedUser()
  await storeSession(member)
  await createSecretClient().auth.admin.mfa.deleteFactor({
    userId: member.id,
    id: member.factorId,
  })
  renderApp('/profile')
  await screen.findByRole('heading', { name: 'Profile' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a session that ended while its code was required says so', async () => {
  const member = await createProtectedUser()
  await storeSession(member)
  await member.withCode.auth.signOut({ scope: 'global' })
  renderApp()
  expect(await screen.findByText(/^Your session has ended/)).toBeInTheDocument()
  await waitFor(() => expect(status()).toHaveTextContent('signed-out'))
  expect(localStorage.getItem(sessionStorageKey)).toBeNull()
})

test('a session that lost the response to a code gets the new token', async () => {
  const member = await createProtectedUser()
  const { data } = await member.client.auth.getSession()
  const session = data.session
  await member.client.auth.mfa.challengeAndVerify({
    factorId: member.factorId,
    code: createCode(member.secret),
  })
  // As stored before the app was added.
  localStorage.setItem(
    sessionStorageKey,
    JSON.stringify({ ...session, user: { ...session?.user, factors: [] } }),
  )
  renderApp('/profile')
  await screen.findByRole('heading', { name: 'Profile' })
  await waitFor(() =>
    expect(screen.getByLabelText('Signed-in name')).toHaveTextContent('Test User'),
  )
})

test('recovery asks for the code before the new password', async () => {
  const member = await createProtectedUser()
  const { user } = renderApp(`/#${await createSessionFragment(member, 'recovery')}`)
  await findDialog('Enter your code')
  expect(screen.queryByLabelText('New password')).toBeNull()
  await fillIn({ Code: createCode(member.secret) })
  await user.click(submit())

  await findDialog('Set a new password')
  await fillIn({ 'New password': 'another-horse-8' })
  await user.click(screen.getByRole('button', { name: 'Save new password' }))
  expect(await screen.findByText('Your new password is saved')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
