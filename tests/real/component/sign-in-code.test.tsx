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
import { countRequests, interceptRequests, loseResponses } from '../../component/requests.ts'
import { addFactor, createCode } from '../../support/totp.ts'
import {
  createSecretClient,
  createTestClient,
  createUser,
  endedSession,
} from '../../support/users.ts'

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

/** A code for another key. */
const wrongCode = () => createCode('JBSWY3DPEHPK3PXP')

test('a password is not enough: the code opens the guarded page', async () => {
  const member = await createProtectedUser()
  const { user } = renderApp('/profile?tab=communities')
  await findDialog('Sign in')
  const reads = countRequests(/\/rest\/v1\//)
  await fillIn({ Email: member.email, Password: member.password })
  await user.click(screen.getByRole('button', { name: 'Sign in' }))

  expect(await findDialog('Enter your code')).toHaveTextContent(member.email)
  expect(screen.getByLabelText('Code')).toHaveFocus()
  expect(status()).toHaveTextContent('code-required')
  expect(screen.getByLabelText('Signed-in email')).toBeEmptyDOMElement()
  expect(reads.count()).toBe(0)

  const code = createCode(member.secret)
  await user.paste(` ${code.slice(0, 3)} ${code.slice(3)} `)
  await user.keyboard('{Enter}')
  await screen.findByRole('heading', { name: 'Profile' })
  expect(screen.getByLabelText('Location')).toHaveTextContent('/profile?tab=communities')
  expect(status()).toHaveTextContent('signed-in')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a stored session without a code shows a guarded page only as loading', async () => {
  const member = await createProtectedUser()
  await storeSession(member)
  const { user } = renderApp('/profile')
  await findDialog('Enter your code')
  expect(screen.getByText('Loading...')).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Profile' })).toBeNull()
  await fillIn({ Code: createCode(member.secret) })
  await user.click(submit())
  await screen.findByRole('heading', { name: 'Profile' })
})

test('a wrong or incomplete code keeps the form, and a double click checks it once', async () => {
  const member = await createProtectedUser()
  await storeSession(member)
  const { user } = renderApp()
  await findDialog('Enter your code')
  const checks = countRequests(/\/verify$/)
  await fillIn({ Code: '12345' })
  await user.click(submit())
  expect(screen.getByLabelText('Code')).toHaveAccessibleDescription(/Please enter the 6 digits/)
  expect(screen.getByLabelText('Code')).toHaveFocus()
  expect(checks.count()).toBe(0)

  await fillIn({ Code: wrongCode() })
  await user.dblClick(submit())
  expect(await screen.findByRole('alert')).toHaveTextContent(/^That code isn't right/)
  expect(screen.getByLabelText('Code')).toHaveDisplayValue(/^\d{6}$/)
  expect(checks.count()).toBe(1)
  expect(status()).toHaveTextContent('code-required')
  await fillIn({ Code: createCode(member.secret) })
  await user.click(submit())
  await waitFor(() => expect(status()).toHaveTextContent('signed-in'))
})

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

test('canceling signs out, and nothing asks the user to sign in again', async () => {
  const member = await createProtectedUser()
  await storeSession(member)
  const { user } = renderApp('/profile')
  const dialog = await findDialog('Enter your code')
  expect(dialog).toHaveTextContent('Lost your phone?')
  expect(dialog).toHaveTextContent('hello@waypost.example')
  await user.click(screen.getByRole('button', { name: 'Cancel and sign out' }))
  await screen.findByRole('heading', { name: 'Home' })
  expect(status()).toHaveTextContent('signed-out')
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(localStorage).toHaveLength(0))
  await waitFor(async () =>
    expect((await member.client.auth.refreshSession()).error?.code).toMatch(endedSession),
  )
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

/** Creates a user on this device, who then adds an app on another device. */
async function createUserWithAppElsewhere() {
  const member = await createUser()
  const { email, password } = member
  const otherDevice = createTestClient()
  await otherDevice.auth.signInWithPassword({ email, password })
  await addFactor(otherDevice)
  return member
}

test('adding an app on another device ends this session, with a message', async () => {
  const member = await createUserWithAppElsewhere()
  localStorage.setItem('draft', 'kept')
  await storeSession(member)
  renderApp('/profile')
  await findDialog('Sign in')
  expect(await screen.findAllByText('Your session has ended. Sign in again.')).toHaveLength(1)
  expect(status()).toHaveTextContent('signed-out')
  expect(localStorage.getItem('draft')).toBe('kept')
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

test('a link to another account asks which account to use before asking for a code', async () => {
  const [current, other] = [await createProtectedUser(), await createProtectedUser()]
  await storeSession(current)
  const { user } = renderApp(`/profile#${await createSessionFragment(other)}`)
  expect(
    await screen.findByRole('alertdialog', { name: 'Switch to another account?' }),
  ).toHaveTextContent(current.email)
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Switch account' }))
  await waitFor(() =>
    expect(screen.getByRole('dialog', { name: 'Enter your code' })).toHaveTextContent(other.email),
  )
  await fillIn({ Code: createCode(other.secret) })
  await user.click(submit())
  await screen.findByRole('heading', { name: 'Profile' })
  expect(screen.getByLabelText('Signed-in email')).toHaveTextContent(other.email)
})
