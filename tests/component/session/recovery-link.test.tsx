import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { storeRequestedLink } from '../../../src/session/requested-link.ts'
import { createTestClient, createUser } from '../../support/users.ts'
import { createSessionFragment, fillIn, findDialog, renderApp } from './app.tsx'

test('a recovery link signs in, cleans the URL, asks for a new password and continues', async () => {
  const member = await createUser()
  const fragment = await createSessionFragment(member, 'recovery')
  // Stored by the tab that requested the link.
  storeRequestedLink({ kind: 'recovery', continueTo: '/?list=new' })
  const { user } = renderApp(`/#${fragment}`)
  expect(screen.getByLabelText('Status')).toHaveTextContent('loading')

  const dialog = await findDialog('Set a new password')
  expect(dialog).toHaveTextContent(member.email)
  expect(window.location.href).not.toContain('access_token')

  await fillIn({ 'New password': 'another-horse-8' })
  await user.click(screen.getByRole('button', { name: 'Save new password' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(await screen.findByText('Your new password is saved')).toBeInTheDocument()
  expect(screen.getByLabelText('Location')).toHaveTextContent('/?list=new')

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
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(screen.getByLabelText('Location')).toHaveTextContent(/^\/\?page=2$/)
  expect(screen.getByLabelText('Status')).toHaveTextContent('signed-in')
})
