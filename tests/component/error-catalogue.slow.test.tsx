import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { sessionStorageKey } from '../../src/supabase/config.ts'
import { createCommunity } from '../support/communities.ts'
import { createSecretClient, createUser, type TestUser } from '../support/users.ts'
import { failRequests, interceptRequests } from './requests.ts'
import { expectToast, openApp } from './whole-app.tsx'

/* Messages of the error catalogue that no other file tests. */

let owner: TestUser
let admin: TestUser

beforeEach(async () => {
  owner = await createUser({ name: 'Community Owner' })
  admin = await createUser({ admin: true })
})

test("the profile shows 'Error updating community' when changes cannot be withdrawn, and keeps them", async () => {
  const { id } = await createCommunity(owner, { status: 'approved' })
  await owner.client.from('communities').update({ name: 'Held' }).eq('id', id).throwOnError()
  const user = await openApp(owner, '/profile')
  await user.click(await screen.findByRole('button', { name: 'Withdraw the changes to Held' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  failRequests(new RegExp(`communities\\?id=eq.${id}`))
  await user.click(dialog.getByRole('button', { name: 'Withdraw changes' }))
  await expectToast('Error updating community')
  expect(await dialog.findByText(/The service had a problem/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Keep them' }))
  expect(screen.getByText('Changes waiting for review')).toBeVisible()
})

test("the profile shows 'No access token available' when the session is missing from storage", async () => {
  const user = await openApp(owner, '/profile?section=settings')
  await user.click(await screen.findByRole('button', { name: 'Delete Account' }))
  localStorage.removeItem(sessionStorageKey)
  await user.click(await screen.findByRole('button', { name: 'Yes, Delete My Account' }))
  await expectToast('No access token available')
  const { data } = await createSecretClient().auth.admin.getUserById(owner.id)
  expect(data.user?.id).toBe(owner.id)
})

test("the admin screen shows 'Failed to delete community' and keeps the community", async () => {
  const community = await createCommunity(owner, { name: `Kept ${crypto.randomUUID()}` })
  const user = await openApp(admin, '/admin?view=all')
  await user.click(await screen.findByRole('button', { name: `Delete ${community.name}` }))
  failRequests(new RegExp(`communities\\?id=eq.${community.id}`))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await expectToast('Failed to delete community')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText(community.name)).toBeVisible()
})

test.each([
  [
    /functions\/v1\/admin\/users/,
    'Failed to fetch users: The service had a problem. Try again in a moment.',
  ],
  [/rest\/v1\/profiles\?select=id%2Cname/, 'Error loading profiles'],
])(
  'the admin screen reports on the page, but not in a toast, that %s failed',
  async (request, message) => {
    failRequests(request)
    await openApp(admin, '/admin?tab=users')
    expect((await screen.findByText(message)).closest('[role="alert"]')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  },
)

test("the admin screen shows 'Failed to delete user' when the server gives no error text", async () => {
  const user = await openApp(admin, '/admin?tab=users')
  const row = (await screen.findByText(owner.email)).closest('tr')
  if (!row) throw new Error('The owner is not in the table')
  await user.click(within(row).getByRole('button', { name: 'Delete Community Owner' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  interceptRequests(/functions\/v1\/delete-user/, () => new Response('no json', { status: 500 }))
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    'Failed to delete user: The service had a problem. Try again in a moment.',
  )
})
