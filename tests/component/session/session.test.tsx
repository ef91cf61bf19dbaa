import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { sessionStorageKey } from '../../../src/supabase/config.ts'
import {
  createSecretClient,
  createTestClient,
  createUser,
  expectSessionToEnd,
} from '../../support/users.ts'
import { interceptRequests } from '../requests.ts'
import {
  findDialog,
  renderApp,
  renderSignedIn,
  signedInEmail,
  signedInName,
  status,
  storeSession,
} from './app.tsx'

test('a missing profile is created', async () => {
  const member = await createUser({ name: 'Gone' })
  const secret = createSecretClient()
  await secret.from('profiles').delete().eq('id', member.id)
  await storeSession(member)
  renderApp()

  const localPart = member.email.split('@')[0] ?? ''
  await waitFor(() => expect(signedInName()).toHaveTextContent(localPart))
  const { data } = await secret
    .from('profiles')
    .select('name, email, phone, is_admin')
    .eq('id', member.id)
    .single()
  expect(data).toEqual({ name: localPart, email: member.email, phone: '', is_admin: false })
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
  const signOut = async () => {
    const { member, user } = await renderSignedIn()
    expect(status()).toHaveTextContent('signed-in')
    // Read with the auth client, which has loaded by then.
    await waitFor(() => expect(signedInName()).not.toBeEmptyDOMElement())
    const click = () => user.click(screen.getByRole('button', { name: 'Sign out' }))
    return { member, click }
  }

  test('clears storage and cookies, and ends the session here, but not on another device', async () => {
    localStorage.setItem('draft', 'something')
    localStorage.setItem('theme', 'dark')
    document.cookie = 'visited=yes; path=/'
    const { member, click } = await signOut()
    const phone = createTestClient()
    const { email, password } = member
    expect((await phone.auth.signInWithPassword({ email, password })).error).toBeNull()
    // Before the page shows it, so that a reload cannot sign in again.
    const storedKeys = new Promise<string[]>((resolve) => {
      new MutationObserver(() => {
        if (status().textContent === 'signed-out') resolve(Object.keys(localStorage))
      }).observe(status(), { characterData: true, childList: true, subtree: true })
    })
    await click()
    expect(await storedKeys).toEqual(['theme'])
    expect(document.cookie).toBe('')
    await expectSessionToEnd(member)
    expect((await phone.auth.refreshSession()).error).toBeNull()
    expect(Object.keys(localStorage)).toEqual(['theme'])
    expect(screen.queryByText(/Other devices/)).not.toBeInTheDocument()
  })

  test.each([
    [403, { error_code: 'session_not_found' }, 1, 0],
    [500, {}, 1, 1],
    // These do not prove that the session ended: it is refreshed and ended again.
    [401, { msg: 'gone' }, 2, 1],
    [403, { msg: 'gone' }, 2, 1],
  ])(
    'succeeds when the service responds with %i and %o, to %i requests, with %i warnings',
    async (code, body, count, warnings) => {
      const { click } = await signOut()
      const requests = interceptRequests(/\/logout/, () => Response.json(body, { status: code }))
      await click()
      await waitFor(() => expect(status()).toHaveTextContent('signed-out'))
      await waitFor(() => expect(localStorage).toHaveLength(0))
      await waitFor(() => expect(requests.count()).toBe(count))
      await waitFor(() =>
        expect(screen.queryAllByText(/Other devices may still be signed in/)).toHaveLength(
          warnings,
        ),
      )
    },
  )
})

test('another tab signs this tab in when it signs in', async () => {
  const member = await createUser()
  renderApp()
  expect(status()).toHaveTextContent('signed-out')
  await storeSession(member)
  // A browser sends this event to the other tabs when local storage changes.
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: sessionStorageKey })))
  await waitFor(() => expect(signedInEmail()).toHaveTextContent(member.email))
})

describe('a broken link from an email', () => {
  const failed =
    '/?list=new#error=access_denied&error_code=otp_expired' +
    '&error_description=Call+this+number+now'

  test.each([
    ['expired', failed, 'has expired or was already used', '/?list=new'],
    ['is incomplete', '/?token_hash=abc', 'may be incomplete', '/'],
  ])(
    'that %s shows our own message and is removed from the URL',
    async (_what, url, text, rest) => {
      renderApp(url)
      const dialog = await findDialog("That link didn't work")
      expect(dialog).toHaveTextContent(text)
      expect(dialog).not.toHaveTextContent('Call this number')
      expect(screen.getByRole('button', { name: 'Email me a code' })).toBeVisible()
      const query = rest.includes('?') ? '&' : '?'
      expect(window.location.href).toBe(`http://localhost:3000${rest}${query}sign-in=yes`)
      act(() => window.history.back())
      await waitFor(() => expect(dialog).not.toBeInTheDocument())
      expect(window.location.href).toBe(`http://localhost:3000${rest}`)
    },
  )

  test('keeps the current session', async () => {
    await renderSignedIn(failed)
    expect(await screen.findByText(/has expired or was already used/)).toBeInTheDocument()
    expect(status()).toHaveTextContent('signed-in')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})
