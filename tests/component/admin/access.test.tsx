import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestUser, createSecretClient, createUser } from '../../support/users.ts'
import { expectToast, openApp } from '../whole-app.tsx'
import { clearQueue, createOldest, onView, reread } from './desk.ts'

let admin: TestUser
let owner: TestUser

beforeEach(async () => {
  ;[admin, owner] = await Promise.all([createUser({ admin: true }), createUser()])
})
afterEach(() => clearQueue(owner))

const loseTheFlag = () =>
  createSecretClient()
    .from('profiles')
    .update({ is_admin: false })
    .eq('id', admin.id)
    .throwOnError()

async function expectTheEnd() {
  await expectToast('Access denied')
  await waitFor(() => expect(window.location.pathname).toBe('/'))
  expect(screen.queryByRole('heading', { name: 'Admin Dashboard' })).toBeNull()
}

test('losing the flag ends a decision, and the community stays as it was', async () => {
  const name = `Still waiting ${crypto.randomUUID()}`
  const community = await createOldest(owner, { name })
  const user = await openApp(admin, '/admin?view=queue')
  await onView(name)
  await loseTheFlag()
  await user.keyboard('a')
  await expectTheEnd()
  expect(await reread(community.id)).toMatchObject({ status: 'pending', approved_by: null })
})

test('losing the flag ends looking at another page', async () => {
  await createOldest(owner)
  const user = await openApp(admin, '/admin')
  await screen.findByRole('table', { name: 'Communities' })
  await loseTheFlag()
  await user.click(screen.getByRole('button', { name: /^Pending/ }))
  await expectTheEnd()
})

test('losing the flag ends looking at the users', async () => {
  await createOldest(owner)
  const user = await openApp(admin, '/admin')
  await screen.findByRole('table', { name: 'Communities' })
  await loseTheFlag()
  await user.click(screen.getByRole('tab', { name: /^Users/ }))
  await expectTheEnd()
})

test('losing the flag ends looking at the history', async () => {
  await createOldest(owner)
  const user = await openApp(admin, '/admin')
  await screen.findByRole('table', { name: 'Communities' })
  await loseTheFlag()
  await user.click(screen.getByRole('button', { name: 'Activity' }))
  await expectTheEnd()
})
