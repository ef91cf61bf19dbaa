import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { storeRequestedEmail } from '../../../src/features/session/requested-email.ts'
import { createTestClient, createUser } from '../../support/users.ts'
import {
  createSessionFragment,
  currentUrl,
  expectUsername,
  fillIn,
  findDialog,
  noDialog,
  renderApp,
  status,
  storeSession,
} from './app.tsx'

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

test('the first link of an email change leads to the second', async () => {
  renderApp(
    '/?page=2#message=Confirmation+link+accepted.+Please+proceed+to+confirm+link+sent+to+the+other+email&sb=',
  )
  const confirmed = 'Confirmed. Now follow the link we sent to the other address.'
  expect(await screen.findByText(confirmed)).toBeInTheDocument()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(window.location.href).toBe('http://localhost:3000/?page=2')
})

test('the last link of an email change signs in and reports the change', async () => {
  const member = await createUser()
  await storeSession(member)
  renderApp(`/profile#${await createSessionFragment(member, 'email_change')}`)
  expect(await screen.findByText('Your sign-in email was changed')).toBeInTheDocument()
  await screen.findByRole('heading', { name: 'Profile' })
  expect(window.location.href).not.toContain('token')
})
