import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast, Toaster } from 'react-hot-toast'
import { BrowserRouter, Link, Route, Routes, useLocation } from 'react-router-dom'
import { expect } from 'vitest'
import { readObject } from '../../../src/lib/browser-storage.ts'
import { readProperty } from '../../../src/lib/read-property.ts'
import { RequireAdmin } from '../../../src/app/admin-guard.tsx'
import { RequireUser } from '../../../src/app/guards.tsx'
import { useProfile } from '../../../src/features/session/profile.ts'
import { SessionDialogs } from '../../../src/features/session/SessionDialogs.tsx'
import { signOut } from '../../../src/features/session/sign-out.ts'
import { useRequestSignIn } from '../../../src/features/session/sign-in-request.ts'
import { closeUserCache, openUserCache } from '../../../src/features/session/user-cache.ts'
import { type SessionUser, useSession } from '../../../src/features/session/useSession.ts'
import { sessionStorageKey } from '../../../src/supabase/config.ts'
import { expireToken } from '../../support/expired-token.ts'
import { createUser, type TestUser } from '../../support/users.ts'
import { Mode } from '../mode.ts'

function Header() {
  const { status, user } = useSession()
  const requestSignIn = useRequestSignIn()
  const { pathname, search, hash } = useLocation()
  return (
    <header>
      <p aria-label="Status">{status}</p>
      <p aria-label="Signed-in email">{user?.email}</p>
      <p aria-label="Signed-in name">{user && <Name user={user} />}</p>
      <p aria-label="Location">{pathname + search + hash}</p>
      <button onClick={() => requestSignIn()}>Open sign-in</button>
      <button onClick={() => requestSignIn('/?list=new')}>List your community</button>
      <button onClick={() => requestSignIn('//evil.example/steal')}>Hostile link</button>
      <Link to="/profile">Your profile</Link>
      <button onClick={() => user && void openUserCache(user.id).invalidateQueries()}>
        Refresh profile
      </button>
      <button onClick={() => void signOut()}>Sign out</button>
    </header>
  )
}

const Name = ({ user }: { user: SessionUser }) => useProfile(user)?.name

/**
 * Renders the real provider, guards and router around screens that consist of a heading.
 *
 * @param path null for a reload, which keeps the history entry
 */
export function renderApp(path: string | null = '/') {
  toast.remove()
  // A page load starts without data in memory.
  closeUserCache()
  if (path !== null) window.history.replaceState(null, '', path)
  const view = render(
    <Mode>
      <BrowserRouter>
        <Header />
        <Routes>
          <Route path="/" element={<h1>Home</h1>} />
          <Route element={<RequireUser title="Profile" />}>
            <Route path="/profile" element={<h1>Profile</h1>} />
          </Route>
          <Route element={<RequireAdmin title="Admin" />}>
            <Route path="/admin" element={<h1>Admin Dashboard</h1>} />
          </Route>
        </Routes>
        <Toaster />
        <SessionDialogs />
      </BrowserRouter>
    </Mode>,
  )
  return { ...view, user: userEvent.setup() }
}

export const status = () => screen.getByLabelText('Status')
export const signedInEmail = () => screen.getByLabelText('Signed-in email')
export const signedInName = () => screen.getByLabelText('Signed-in name')
export const currentUrl = () => screen.getByLabelText('Location')
export const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
export const newEmail = () => `${crypto.randomUUID()}@example.com`

/** Stores a session, as if the user had signed in on an earlier visit. */
export async function storeSession({ client }: TestUser): Promise<void> {
  const { data } = await client.auth.getSession()
  localStorage.setItem(sessionStorageKey, JSON.stringify(data.session))
}

/** Replaces the stored access token by one that expired an hour ago. */
export function expireStoredToken(): void {
  const stored = readObject(sessionStorageKey)
  const access_token = expireToken(String(readProperty(stored, 'access_token')))
  const expires_at = Math.floor(Date.now() / 1000) - 3600
  localStorage.setItem(sessionStorageKey, JSON.stringify({ ...stored, access_token, expires_at }))
}

export async function storeExpiredSession(member: TestUser): Promise<void> {
  await storeSession(member)
  expireStoredToken()
}

/** Returns the URL fragment of an email link that carries the client's session. */
export async function createSessionFragment(
  { client }: Pick<TestUser, 'client'>,
  type = 'magiclink',
) {
  const { data } = await client.auth.getSession()
  return new URLSearchParams({
    access_token: data.session?.access_token ?? '',
    refresh_token: data.session?.refresh_token ?? '',
    expires_in: '3600',
    token_type: 'bearer',
    type,
  }).toString()
}

/** Renders the app for a new user who signed in on an earlier visit. */
export async function renderSignedIn(path = '/', options: Parameters<typeof createUser>[0] = {}) {
  const member = await createUser(options)
  await storeSession(member)
  return { ...renderApp(path), member }
}

export const findDialog = (name: string) => screen.findByRole('dialog', { name })

export async function fillIn(fields: Record<string, string>): Promise<void> {
  const user = userEvent.setup()
  for (const [label, value] of Object.entries(fields)) {
    const input = screen.getByLabelText(label)
    await user.clear(input)
    // Pastes, because typing an email takes 50 ms.
    await user.click(input)
    await user.paste(value)
  }
}

/** Chooses to sign in with a password, in the open dialog. */
export const choosePassword = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Use a password instead' }))

/** Signs in with the open dialog. */
export async function signIn({ email, password }: TestUser): Promise<void> {
  await choosePassword()
  await fillIn({ Email: email, Password: password })
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}

/** Expects a field for password managers, which ignore hidden inputs, that names the account of a password. */
export function expectUsername(password: HTMLElement, email: string) {
  const username = '[autocomplete^="username"]:not([type="hidden"])'
  expect(password.closest('form')?.querySelector(username)).toHaveValue(email)
}
