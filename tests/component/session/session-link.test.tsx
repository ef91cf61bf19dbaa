import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { storeRequestedEmail } from '../../../src/features/session/read-email-link.ts'
import { createTestClient, createUser } from '../../support/users.ts'
import {
  createSessionFragment,
  expectUsername,
  fillIn,
  findDialog,
  renderApp,
  storeSession,
} from './app.tsx'

const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

const currentUrl = () => screen.getByLabelText('Location')
const status = () => screen.getByLabelText('Status')

/* Links of the auth service itself, which lead back to the app with a session or a message in the URL. */

test('a recovery link signs in, cleans the URL, asks for a new password and continues', async () => {
  const member = await createUser()
  const fragment = await createSessionFragment(member, 'recovery')
  // Stored by the tab that requested the link.
  storeRequestedEmail({ continueTo: '/?list=new' })
  const { user } = renderApp(`/#${fragment}`)
  expect(status()).toHaveTextContent('loading')

  const dialog = await findDialog('Set a new password')
  expect(dialog).toHaveTextContent(member.email)
  expect(window.location.href).not.toContain('access_token')

  expectUsername(screen.getByLabelText('New password'), member.email)

  await fillIn({ 'New password': 'another-horse-8' })
  await user.click(screen.getByRole('button', { name: 'Save new password' }))
  await noDialog()
  expect(await screen.findByText('Your new password is saved')).toBeInTheDocument()
  expect(currentUrl()).toHaveTextContent('/?list=new')

  const { error } = await createTestClient().auth.signInWithPassword({
    email: member.email,
    password: 'another-horse-8',
  })
  expect(error).toBeNull()
})

test('Back closes the dialog for a new password and stays on the page', async () => {
  const member = await createUser()
  const fragment = await createSessionFragment(member, 'recovery')
  renderApp(`/?page=2#${fragment}`)
  await findDialog('Set a new password')
  act(() => window.history.back())
  await noDialog()
  expect(currentUrl()).toHaveTextContent(/^\/\?page=2$/)
  expect(status()).toHaveTextContent('signed-in')
})

const confirmed = 'Confirmed. Now follow the link we sent to the other address.'

test.each(['signed in', 'signed out'])(
  'the first link of an email change leads to the second, for a user who is %s',
  async (state) => {
    if (state === 'signed in') await storeSession(await createUser())
    renderApp(
      '/?page=2#message=Confirmation+link+accepted.+Please+proceed+to+confirm+link+sent+to+the+other+email&sb=',
    )
    expect(await screen.findByText(confirmed)).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(window.location.href).toBe('http://localhost:3000/?page=2')
  },
)

test.each([
  '/?message=hello#sb=',
  '/?message=hello&sb=1',
  '/?error=1',
  '/?code=SUMMER26',
  '/?code=aaaaaaaa-0000-4000-8000-000000000001',
])('parameters that are not from the auth service are ignored: %s', async (url) => {
  renderApp(url)
  await waitFor(() => expect(currentUrl()).toHaveTextContent(url))
  expect(screen.queryByText(confirmed)).not.toBeInTheDocument()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('the last link of an email change signs in and reports the change', async () => {
  const member = await createUser()
  await storeSession(member)
  renderApp(`/profile#${await createSessionFragment(member, 'email_change')}`)
  expect(await screen.findByText('Your sign-in email was changed')).toBeInTheDocument()
  await screen.findByRole('heading', { name: 'Profile' })
  expect(window.location.href).not.toContain('token')
})
