import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { sessionStorageKey } from '../../../src/supabase/config.ts'
import {
  createSecretClient,
  createTestClient,
  createUser,
  endedSession,
} from '../../support/users.ts'
import { interceptRequests } from '../requests.ts'
import { findDialog, renderApp, storeSession } from './app.tsx'

const status = () => screen.getByLabelText('Status')

const renderSignedIn = async () => {
  const member = await createUser()
  await storeSession(member)
  localStorage.setItem('draft', 'something')
  document.cookie = 'visited=yes; path=/'
  const { user } = renderApp()
  expect(status()).toHaveTextContent('signed-in')
  // Read with the auth client, which has loaded by then.
  await waitFor(() => expect(screen.getByLabelText('Signed-in name')).not.toBeEmptyDOMElement())
  return { member, user }
}

const expectCleared = async () => {
  await waitFor(() => expect(status()).toHaveTextContent('signed-out'))
  await waitFor(() => expect(localStorage).toHaveLength(0))
  expect(document.cookie).toBe('')
}

/** Dispatches the event that a browser sends to the other tabs when local storage changes. */
const dispatchStorage = (key: string | null) =>
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key }))
  })

describe('the profile', () => {
  test('is created when it is missing', async () => {
    const member = await createUser({ name: 'Gone' })
    const secret = createSecretClient()
    await secret.from('profiles').delete().eq('id', member.id)
    await storeSession(member)
    renderApp()

    const localPart = member.email.split('@')[0] ?? ''
    await waitFor(() =>
      expect(screen.getByLabelText('Signed-in name')).toHaveTextContent(localPart),
    )
    const { data } = await secret
      .from('profiles')
      .select('name, email, phone, is_admin')
      .eq('id', member.id)
      .single()
    expect(data).toEqual({ name: localPart, email: member.email, phone: '', is_admin: false })
  })

  test('is reloaded when its query is invalidated', async () => {
    const member = await createUser({ name: 'Before' })
    await storeSession(member)
    const { user } = renderApp()
    await waitFor(() => expect(screen.getByLabelText('Signed-in name')).toHaveTextContent('Before'))
    await member.client.from('profiles').update({ name: 'After' }).eq('id', member.id)
    await user.click(screen.getByRole('button', { name: 'Refresh profile' }))
    await waitFor(() => expect(screen.getByLabelText('Signed-in name')).toHaveTextContent('After'))
  })
})

test('a session whose account was deleted is ended', async () => {
  const member = await createUser()
  await storeSession(member)
  const { error } = await createSecretClient().auth.admin.deleteUser(member.id)
  expect(error).toBeNull()
  renderApp()
  expect(await screen.findByText('This account no longer exists.')).toBeInTheDocument()
  await waitFor(() => expect(status()).toHaveTextContent('signed-out'))
  await waitFor(() => expect(localStorage).toHaveLength(0))
})

describe('signing out', () => {
  test('clears storage and cookies and ends the session at the service', async () => {
    const { member, user } = await renderSignedIn()
    await user.click(screen.getByRole('button', { name: 'Sign out' }))
    await expectCleared()
    await waitFor(async () => {
      const { error } = await member.client.auth.refreshSession()
      expect(error?.code).toMatch(endedSession)
    })
  })

  test('clears storage before the page shows it, so that a reload cannot sign in again', async () => {
    const { user } = await renderSignedIn()
    const storedItems = new Promise<number>((resolve) => {
      new MutationObserver(() => {
        if (status().textContent === 'signed-out') resolve(localStorage.length)
      }).observe(status(), { characterData: true, childList: true, subtree: true })
    })
    await user.click(screen.getByRole('button', { name: 'Sign out' }))
    expect(await storedItems).toBe(0)
  })

  test('keeps the session on another device', async () => {
    const { member, user } = await renderSignedIn()
    const phone = createTestClient()
    const { email, password } = member
    expect((await phone.auth.signInWithPassword({ email, password })).error).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Sign out' }))
    await expectCleared()
    await waitFor(async () => {
      const { error } = await member.client.auth.refreshSession()
      expect(screen.queryByText(/the service did not end your session/)).toBeNull()
      expect(error?.code).toMatch(endedSession)
    })
    expect((await phone.auth.refreshSession()).error).toBeNull()
  })

  test('succeeds when the service fails, with a warning about other devices', async () => {
    const { user } = await renderSignedIn()
    const requests = interceptRequests(/\/logout/, () => new Response('{}', { status: 500 }))
    await user.click(screen.getByRole('button', { name: 'Sign out' }))
    await expectCleared()
    expect(await screen.findByText(/Other devices may still be signed in/)).toBeInTheDocument()
    requests.restore()
  })

  test.each(['session_not_found', 'user_not_found'])(
    'succeeds without a warning when the service responds with %s',
    async (error_code) => {
      const { user } = await renderSignedIn()
      const requests = interceptRequests(/\/logout/, () =>
        Response.json({ error_code }, { status: 403 }),
      )
      await user.click(screen.getByRole('button', { name: 'Sign out' }))
      await expectCleared()
      await waitFor(() => expect(requests.count()).toBe(1))
      requests.restore()
      expect(screen.queryByText(/Other devices/)).not.toBeInTheDocument()
    },
  )

  test.each([401, 403, 404])(
    'succeeds when the service always responds with %i, which does not prove that the session ended',
    async (code) => {
      const { user } = await renderSignedIn()
      const requests = interceptRequests(/\/logout/, () =>
        Response.json({ msg: 'gone' }, { status: code }),
      )
      await user.click(screen.getByRole('button', { name: 'Sign out' }))
      await expectCleared()
      expect(await screen.findByText(/Other devices may still be signed in/)).toBeInTheDocument()
      expect(requests.count()).toBe(2)
    },
  )

  test('keeps the theme', async () => {
    const { user } = await renderSignedIn()
    localStorage.setItem('theme', 'dark')
    await user.click(screen.getByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(localStorage).toHaveLength(1))
    expect(localStorage.getItem('theme')).toBe('dark')
  })
})

describe('another tab', () => {
  test('signs this tab in when it signs in', async () => {
    const member = await createUser()
    renderApp()
    expect(status()).toHaveTextContent('signed-out')
    await storeSession(member)
    dispatchStorage(sessionStorageKey)
    await waitFor(() =>
      expect(screen.getByLabelText('Signed-in email')).toHaveTextContent(member.email),
    )
  })

  test('signs this tab out without opening the sign-in dialog', async () => {
    await storeSession(await createUser())
    renderApp('/profile')
    await screen.findByRole('heading', { name: 'Profile' })
    localStorage.clear()
    dispatchStorage(null)
    await screen.findByRole('heading', { name: 'Home' })
    expect(status()).toHaveTextContent('signed-out')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('makes this tab open the sign-in dialog when the session expires there', async () => {
    await storeSession(await createUser())
    renderApp('/profile')
    await screen.findByRole('heading', { name: 'Profile' })
    localStorage.removeItem(sessionStorageKey)
    dispatchStorage(sessionStorageKey)
    expect(await findDialog('Sign in')).toBeVisible()
  })
})

describe('a broken link from an email', () => {
  const failed =
    '/?list=new#error=access_denied&error_code=otp_expired' +
    '&error_description=Call+this+number+now'

  test('shows our own message and is removed from the URL', async () => {
    renderApp(failed)
    const dialog = await findDialog("That link didn't work")
    expect(dialog).toHaveTextContent('has expired or was already used')
    expect(dialog).not.toHaveTextContent('Call this number')
    expect(screen.getByRole('button', { name: 'Send a new link' })).toBeVisible()
    expect(window.location.href).toBe('http://localhost:3000/?list=new')
  })

  test('keeps the current session', async () => {
    await storeSession(await createUser())
    renderApp(failed)
    expect(await screen.findByText(/has expired or was already used/)).toBeInTheDocument()
    expect(status()).toHaveTextContent('signed-in')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('shows a message when its parameters are incomplete', async () => {
    renderApp('/?code=12345')
    expect(await findDialog("That link didn't work")).toHaveTextContent('may be incomplete')
    expect(window.location.search).toBe('')
  })
})
