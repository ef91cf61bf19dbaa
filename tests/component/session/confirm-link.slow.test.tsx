import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { storeRequestedEmail } from '../../../src/features/session/requested-email.ts'
import { readEmailedPath } from '../../support/emails.ts'
import { createTestClient, createUser } from '../../support/users.ts'
import { countRequests, holdResponses, interceptRequests } from '../requests.ts'
import {
  currentUrl,
  fillIn,
  findDialog,
  noDialog,
  renderApp,
  renderSignedIn,
  signedInEmail,
  status,
  storeSession,
} from './app.tsx'

/* Links in emails lead to a dialog of the app: they sign in once its button is pressed. */

const verify = /\/auth\/v1\/verify/
const expectSignedIn = (email: string) =>
  waitFor(() => expect(signedInEmail()).toHaveTextContent(email))
const press = async ({ user }: ReturnType<typeof renderApp>, name: string) =>
  user.click(await screen.findByRole('button', { name }))

const { auth } = createTestClient()
const requestRecovery = async (email: string) => {
  await auth.resetPasswordForEmail(email)
  return readEmailedPath(email)
}
const requestMagicLink = async (email: string) => {
  await auth.signInWithOtp({ email })
  return readEmailedPath(email)
}

/** Opens the app as an email scanner does that runs scripts, but presses no button. */
async function scan(path: string, title: string) {
  const requests = countRequests(/\/auth\/v1\//)
  const { unmount } = renderApp(path)
  await findDialog(title)
  expect(requests.count()).toBe(0)
  expect(window.location.href).toBe('http://localhost:3000/?sign-in=yes')
  expect(status()).toHaveTextContent('signed-out')
  unmount()
  requests.restore()
}

describe('a link works after a scanner has opened it', () => {
  test('to set a new password, and continues where it was requested', async () => {
    const { email } = await createUser()
    const path = await requestRecovery(email)
    await scan(path, 'Set a new password')
    storeRequestedEmail({ continueTo: '/?list=new' })
    const app = renderApp(path)
    await press(app, 'Continue')
    await screen.findByText(/Choose a new password for your account/)
    expect(JSON.stringify(window.history.state)).not.toContain('hash')
    await fillIn({ 'New password': 'another-horse-8' })
    await press(app, 'Save new password')
    await noDialog()
    expect(currentUrl()).toHaveTextContent('/?list=new')
  })

  test('to change the sign-in email', async () => {
    const member = await createUser()
    const newEmail = `new-${crypto.randomUUID()}@example.com`
    await member.client.auth.updateUser({ email: newEmail })
    const path = await readEmailedPath(member.email)
    await scan(path, 'Confirm your new email')
    await storeSession(member)
    await press(renderApp(path), 'Confirm the change')
    expect(await screen.findByText('Your sign-in email was changed')).toBeInTheDocument()
    await expectSignedIn(newEmail)
    await noDialog()
  })
})

test('a reload keeps the dialog, and closing it removes the token from the history', async () => {
  const { email } = await createUser()
  const path = await requestMagicLink(email)
  const { unmount } = renderApp(path)
  await findDialog('Sign in with this link')
  unmount()
  const app = renderApp(null)
  await findDialog('Sign in with this link')
  await app.user.keyboard('{Escape}')
  await noDialog()
  act(() => window.history.forward())
  await waitFor(() => expect(window.history.state?.idx).toBe(1))
  expect(JSON.stringify(window.history.state)).not.toContain('hash')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('while the service is unreachable, times out or limits the requests, the button can be pressed again', async () => {
  const { email } = await createUser()
  const app = renderApp(await requestMagicLink(email))
  for (const [respond, message] of [
    [() => Promise.reject(new TypeError('Failed to fetch')), /couldn't reach/],
    [() => Response.json({ error_code: 'over_request_rate_limit' }, { status: 429 }), /Too many/],
    [() => Response.json({}, { status: 504 }), /couldn't reach/],
  ] as const) {
    const requests = interceptRequests(verify, respond)
    await press(app, 'Sign in')
    expect(await screen.findByText(message)).toBeInTheDocument()
    requests.restore()
  }
  const requests = countRequests(verify)
  const release = holdResponses(verify)
  await app.user.dblClick(await screen.findByRole('button', { name: 'Sign in' }))
  await press(app, 'Checking...')
  release()
  await expectSignedIn(email)
  expect(requests.count()).toBe(1)
})

test('a link that changes an email to that of an account created meanwhile says what to do', async () => {
  const member = await createUser()
  const email = `new-${crypto.randomUUID()}@example.com`
  await member.client.auth.updateUser({ email })
  const path = await readEmailedPath(member.email)
  await createTestClient().auth.signUp({ email, password: member.password })
  const app = renderApp(path)
  const requests = countRequests(verify)
  await press(app, 'Confirm the change')
  expect(
    await screen.findByText(/If the new address has an account by now, request another address/),
  ).toBeInTheDocument()
  expect(requests.count()).toBe(1)
})

test('a used link offers a code', async () => {
  const { email } = await createUser()
  const path = await requestRecovery(email)
  const token_hash = /confirm=recovery_(\w+)/.exec(path)?.[1] ?? ''
  await createTestClient().auth.verifyOtp({ token_hash, type: 'recovery' })
  const app = renderApp(path)
  await press(app, 'Continue')
  expect(await findDialog("That link didn't work")).toHaveTextContent(/expired or was already used/)
  await fillIn({ 'Your email': email })
  await press(app, 'Email me a code')
  await findDialog('Check your email')
})

test('a used link does not affect a signed-in user', async () => {
  const app = await renderSignedIn('/profile#token_hash=used&type=recovery')
  await press(app, 'Continue')
  expect(await screen.findByText(/expired or was already used/)).toBeInTheDocument()
  await noDialog()
  expect(signedInEmail()).toHaveTextContent(app.member.email)
})
