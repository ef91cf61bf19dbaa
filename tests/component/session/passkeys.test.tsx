import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { supabaseKey, supabaseUrl } from '../../../src/supabase/config.ts'
import { createUser } from '../../support/users.ts'
import { countRequests } from '../requests.ts'
import { openApp } from '../whole-app.tsx'
import { findDialog, renderApp } from './app.tsx'

afterEach(() => vi.unstubAllGlobals())

test('a service without passkeys offers none, neither to visitors nor on the profile', async () => {
  // The browser has them.
  vi.stubGlobal('PublicKeyCredential', vi.fn())
  const requests = countRequests(/\/passkeys/)
  const { user, unmount } = renderApp()
  await user.click(screen.getByRole('button', { name: 'Open sign-in' }))
  await findDialog('Sign in')
  const headers = { apikey: supabaseKey }
  const settings = await fetch(`${supabaseUrl}/auth/v1/settings`, { headers })
  expect(await settings.text()).not.toContain('passkey')
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
  unmount()

  await openApp(await createUser(), '/profile?section=settings')
  await screen.findByRole('button', { name: 'Add an authenticator app' })
  expect(screen.queryByRole('region', { name: 'Passkeys' })).toBeNull()
  expect(screen.queryByText(/^Next time, use your fingerprint/)).toBeNull()
  expect(requests.count()).toBe(0)
})
