import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createUser } from '../../support/users.ts'
import { interceptRequests } from '../requests.ts'
import {
  currentUrl,
  findDialog,
  renderApp,
  renderSignedIn,
  signedInName,
  signIn,
  status,
} from './app.tsx'

const home = () => screen.findByRole('heading', { name: 'Home', hidden: true })

test('a visitor without a session is asked to sign in, and then sees what they asked for', async () => {
  const { unmount } = renderApp('/admin')
  await home()
  await findDialog('Sign in')
  expect(window.location.pathname).toBe('/')
  expect(screen.queryByText('Access denied')).not.toBeInTheDocument()
  unmount()

  const member = await createUser()
  renderApp('/profile?tab=communities#top')
  expect(status()).toHaveTextContent('signed-out')
  await findDialog('Sign in')
  await signIn(member)
  await screen.findByRole('heading', { name: 'Profile' })
  expect(currentUrl()).toHaveTextContent('/profile?tab=communities#top')
})

test('a member sees their profile without waiting for the auth client, and is not asked to sign in again after signing out there', async () => {
  const { user } = await renderSignedIn('/profile')
  expect(screen.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Sign out' }))
  await home()
  expect(status()).toHaveTextContent('signed-out')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('a member is redirected from /admin with a single message', async () => {
  await renderSignedIn('/admin')
  expect(screen.getByText('Loading...')).toBeVisible()
  await home()
  expect(await screen.findAllByText('Access denied')).toHaveLength(1)
  expect(screen.queryByRole('heading', { name: 'Admin Dashboard' })).not.toBeInTheDocument()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('an admin is redirected home without a message when the check fails', async () => {
  const requests = interceptRequests(/rest\/v1\/profiles\?select=.*is_admin/, () =>
    Response.json({ message: 'broken', code: 'XX000' }, { status: 500 }),
  )
  await renderSignedIn('/admin', { admin: true })
  await home()
  requests.restore()
  expect(requests.count()).toBeGreaterThan(0)
  await waitFor(() => expect(signedInName()).not.toBeEmptyDOMElement())
  expect(screen.queryByText('Access denied')).not.toBeInTheDocument()
})
