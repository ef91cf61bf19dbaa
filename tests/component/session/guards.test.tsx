import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createUser } from '../../support/users.ts'
import { interceptRequests } from '../requests.ts'
import { fillIn, findDialog, renderApp, storeSession } from './app.tsx'

const home = () => screen.findByRole('heading', { name: 'Home', hidden: true })

describe('a visitor without a session', () => {
  test.each(['/profile', '/admin'])('is asked to sign in instead of seeing %s', async (path) => {
    renderApp(path)
    await home()
    await findDialog('Sign in')
    expect(window.location.pathname).toBe('/')
    expect(screen.queryByText('Access denied')).not.toBeInTheDocument()
  })

  test('returns to the guarded URL after signing in', async () => {
    const member = await createUser()
    const { user } = renderApp('/profile?tab=communities#top')
    await findDialog('Sign in')
    await fillIn({ Email: member.email, Password: member.password })
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await screen.findByRole('heading', { name: 'Profile' })
    expect(screen.getByLabelText('Location')).toHaveTextContent('/profile?tab=communities#top')
  })
})

describe('a signed-in user', () => {
  test('sees their profile at once, without waiting for the auth client', async () => {
    await storeSession(await createUser())
    renderApp('/profile')
    expect(screen.getByRole('heading', { name: 'Profile' })).toBeVisible()
  })

  test('is redirected from /admin with a single message', async () => {
    await storeSession(await createUser())
    renderApp('/admin')
    expect(screen.getByText('Loading...')).toBeVisible()
    await home()
    expect(await screen.findAllByText('Access denied')).toHaveLength(1)
    expect(screen.queryByRole('heading', { name: 'Admin Dashboard' })).not.toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('is not asked to sign in again after signing out on a guarded page', async () => {
    await storeSession(await createUser())
    const { user } = renderApp('/profile')
    await screen.findByRole('heading', { name: 'Profile' })
    await user.click(screen.getByRole('button', { name: 'Sign out' }))
    await home()
    expect(screen.getByLabelText('Status')).toHaveTextContent('signed-out')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})

describe('an admin', () => {
  test('sees the dashboard', async () => {
    await storeSession(await createUser({ admin: true }))
    renderApp('/admin')
    await screen.findByRole('heading', { name: 'Admin Dashboard' })
    expect(screen.queryByText('Access denied')).not.toBeInTheDocument()
  })

  test('is redirected home without a message when the check fails', async () => {
    await storeSession(await createUser({ admin: true }))
    const requests = interceptRequests(/rest\/v1\/profiles\?select=.*is_admin/, () =>
      Response.json({ message: 'broken', code: 'XX000' }, { status: 500 }),
    )
    renderApp('/admin')
    await home()
    requests.restore()
    expect(requests.count()).toBeGreaterThan(0)
    await waitFor(() => expect(screen.getByLabelText('Signed-in name')).not.toBeEmptyDOMElement())
    expect(screen.queryByText('Access denied')).not.toBeInTheDocument()
  })
})
