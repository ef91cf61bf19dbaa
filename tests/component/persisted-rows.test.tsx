import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { sessionStorageKey } from '../../src/supabase/config.ts'
import { createCommunity } from '../support/communities.ts'
import { createUser, type TestUser } from '../support/users.ts'
import { openApp } from './whole-app.tsx'

/* The profile stores the communities for the next visit; tests/e2e/early-rows.slow.spec.ts reloads the page. */

const name = 'Lisbon Surf Mornings'

let owner: TestUser

beforeEach(async () => {
  owner = await createUser()
  await createCommunity(owner, { name })
})

const findRow = () => screen.findByRole('heading', { name })

test('nothing of them is left after signing out', async () => {
  const user = await openApp(owner, '/profile')
  await findRow()
  await user.click(screen.getByRole('button', { name: /^Account menu/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  await screen.findByRole('button', { name: 'Sign in' })
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain(name)
})

test('nothing of them is left after the session ended in another tab', async () => {
  await openApp(owner, '/profile')
  await findRow()
  localStorage.removeItem(sessionStorageKey)
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: sessionStorageKey }))
  })
  await waitFor(() => expect(JSON.stringify(Object.entries(localStorage))).not.toContain(name))
})
