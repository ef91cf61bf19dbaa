import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { sessionStorageKey } from '../../../src/supabase/config.ts'
import { createSecretClient, createTestClient, createUser } from '../../support/users.ts'
import { dialogTitled, interceptRequests, renderApp, storeSession } from './app.tsx'

const status = () => screen.getByLabelText('Status')

const signedIn = async () => {
  const person = await createUser()
  await storeSession(person)
  localStorage.setItem('draft', 'something')
  document.cookie = 'visited=yes; path=/'
  const { user } = renderApp()
  await waitFor(() => expect(status()).toHaveTextContent('signed-in'))
  return { person, user }
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
    const person = await createUser({ name: 'Gone' })
    const secret = createSecretClient()
    await secret.from('profiles').delete().eq('id', person.id)
    await storeSession(person)
    renderApp()

    const localPart = person.email.split('@')[0] ?? ''
    await waitFor(() =>
      expect(screen.getByLabelText('Signed-in name')).toHaveTextContent(localPart),
    )
    const { data } = await secret
      .from('profiles')
      .select('name, email, phone, is_admin')
      .eq('id', person.id)
      .single()
    expect(data).toEqual({ name: localPart, email: person.email, phone: '', is_admin: false })
  })

  test('is reloaded when its query is invalidated', async () => {
    const person = await createUser({ name: 'Before' })
    await storeSession(person)
    const { user } = renderApp()
    await waitFor(() => expect(screen.getByLabelText('Signed-in name')).toHaveTextContent('Before'))
    await person.client.from('profiles').update({ name: 'After' }).eq('id', person.id)
    await user.click(screen.getByRole('button', { name: 'Refresh profile' }))
    await waitFor(() => expect(screen.getByLabelText('Signed-in name')).toHaveTextContent('After'))
  })
})

test('a session whose account was deleted is ended', async () => {
  const person = await createUser()
  await storeSession(person)
  const { error } = await createSecretClient().auth.admin.deleteUser(person.id)
  expect(error).toBeNull()
  renderApp()
  expect(await screen.findByText('This account no longer exists.')).toBeInTheDocument()
  await waitFor(() => expect(status()).toHaveTextContent('signed-out'))
  await waitFor(() => expect(localStorage).toHaveLength(0))
})

describe('signing out', () => {
  test('clears storage and cookies and ends the session at the service', async () => {
    const { person, user } = await signedIn()
    await user.click(screen.getByRole('button', { name: 'Sign out' }))
    await expectCleared()
    await waitFor(async () => {
      const { error } = await person.client.auth.refreshSession()
      expect(error).not.toBeNull()
    })
  })

  test('clears storage before the page shows it, so that a reload does not sign in again', async () => {
    const { user } = await signedIn()
    const storedItems = new Promise<number>((resolve) => {
      new MutationObserver(() => {
        if (status().textContent === 'signed-out') resolve(localStorage.length)
      }).observe(status(), { characterData: true, childList: true, subtree: true })
    })
    await user.click(screen.getByRole('button', { name: 'Sign out' }))
    expect(await storedItems).toBe(0)
  })

  test('keeps the session on another device', async () => {
    const { person, user } = await signedIn()
    const phone = createTestClient()
    await phone.auth.signInWithPassword({ email: person.email, password: person.password })
    await user.click(screen.getByRole('button', { name: 'Sign out' }))
    await expectCleared()
    await waitFor(async () => {
      const { error } = await person.client.auth.refreshSession()
      expect(error).not.toBeNull()
    })
    expect((await phone.auth.refreshSession()).error).toBeNull()
  })

  test('succeeds when the service fails, with a warning about other devices', async () => {
    const { user } = await signedIn()
    const requests = interceptRequests(/\/logout/, () => new Response('{}', { status: 500 }))
    await user.click(screen.getByRole('button', { name: 'Sign out' }))
    await expectCleared()
    expect(await screen.findByText(/Other devices may still be signed in/)).toBeInTheDocument()
    requests.restore()
  })

  test.each([401, 403, 404])('ignores status %i', async (answer) => {
    const { user } = await signedIn()
    const requests = interceptRequests(/\/logout/, () =>
      Response.json({ msg: 'gone' }, { status: answer }),
    )
    await user.click(screen.getByRole('button', { name: 'Sign out' }))
    await expectCleared()
    await waitFor(() => expect(requests.count()).toBe(1))
    requests.restore()
    expect(screen.queryByText(/Other devices/)).not.toBeInTheDocument()
  })

  test('keeps the theme', async () => {
    const { user } = await signedIn()
    localStorage.setItem('theme', 'dark')
    await user.click(screen.getByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(localStorage).toHaveLength(1))
    expect(localStorage.getItem('theme')).toBe('dark')
  })
})

describe('another tab', () => {
  test('signs this tab in, too, when it signs in', async () => {
    const person = await createUser()
    renderApp()
    expect(status()).toHaveTextContent('signed-out')
    await storeSession(person)
    dispatchStorage(sessionStorageKey)
    await waitFor(() =>
      expect(screen.getByLabelText('Signed-in address')).toHaveTextContent(person.email),
    )
  })

  test('signs this tab out, too, without opening the sign-in dialog', async () => {
    await storeSession(await createUser())
    renderApp('/profile')
    await screen.findByRole('heading', { name: 'Profile' })
    localStorage.clear()
    dispatchStorage(null)
    await screen.findByRole('heading', { name: 'Home' })
    expect(status()).toHaveTextContent('signed-out')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('opens the sign-in dialog in this tab when it finds that the session expired', async () => {
    await storeSession(await createUser())
    renderApp('/profile')
    await screen.findByRole('heading', { name: 'Profile' })
    localStorage.removeItem(sessionStorageKey)
    dispatchStorage(sessionStorageKey)
    expect(await dialogTitled('Sign in')).toBeVisible()
  })
})

describe('a broken link from an email', () => {
  const failed =
    '/?list=new#error=access_denied&error_code=otp_expired' +
    '&error_description=Call+this+number+now'

  test('shows our own message and leaves the URL', async () => {
    renderApp(failed)
    const dialog = await dialogTitled('That link did not work')
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
    expect(await dialogTitled('That link did not work')).toHaveTextContent('may be incomplete')
    expect(window.location.search).toBe('')
  })
})
