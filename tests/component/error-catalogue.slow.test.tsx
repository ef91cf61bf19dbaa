import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { sessionStorageKey } from '../../src/supabase/config.ts'
import { createCommunity } from '../support/communities.ts'
import { createSecretClient, createUser, type TestUser } from '../support/users.ts'
import { interceptRequests } from './requests.ts'
import { expectToast, openApp } from './whole-app.tsx'

/* Messages of the error catalogue that no other file tests. */

const respondWith500 = () => new Response('{"message": "broken"}', { status: 500 })
const respondWith502 = () => new Response('<html>Bad gateway</html>', { status: 502 })

let owner: TestUser

beforeEach(async () => {
  owner = await createUser({ name: 'Community Owner' })
})

describe('the profile screen', () => {
  /** Opens the profile of an owner whose changes are waiting for review. */
  async function openHeldChanges() {
    const community = await createCommunity(owner, { name: 'As approved', status: 'approved' })
    await owner.client
      .from('communities')
      .update({ name: 'Held name' })
      .eq('id', community.id)
      .throwOnError()
    const user = await openApp(owner, '/profile')
    await screen.findByRole('heading', { name: 'Held name' })
    return { community, user }
  }

  const withdraw = async (user: UserEvent) => {
    await user.click(screen.getByRole('button', { name: 'Withdraw' }))
    await user.click(await screen.findByRole('button', { name: 'Withdraw changes' }))
  }

  test("shows 'Error updating community' when changes cannot be withdrawn, and keeps them", async () => {
    const { community, user } = await openHeldChanges()
    const failing = interceptRequests(
      new RegExp(`communities\\?id=eq.${community.id}`),
      respondWith500,
    )
    await withdraw(user)
    await expectToast('Error updating community')
    await within(screen.getByRole('alertdialog')).findByText(/The service had a problem/)
    await user.click(screen.getByRole('button', { name: 'Keep them' }))
    expect(screen.getByText('Changes waiting for review')).toBeVisible()
    failing.restore()
  })

  test('reports that an admin changed the community in the meantime', async () => {
    const { community, user } = await openHeldChanges()
    const admin = await createUser({ admin: true })
    await admin.client
      .from('communities')
      .update({ member_count: 99 })
      .eq('id', community.id)
      .throwOnError()
    await withdraw(user)
    await expectToast('Error updating community')
    await within(screen.getByRole('alertdialog')).findByText(
      /This community was changed by someone else/,
    )
  })

  test("shows 'No access token available' when the session is missing from storage", async () => {
    const user = await openApp(owner, '/profile')
    await user.click(await screen.findByRole('button', { name: 'Delete Account' }))
    localStorage.removeItem(sessionStorageKey)
    await user.click(await screen.findByRole('button', { name: 'Yes, Delete My Account' }))
    await expectToast('No access token available')
    const { data } = await createSecretClient().auth.admin.getUserById(owner.id)
    expect(data.user?.id).toBe(owner.id)
  })

  test('reports a gateway error as a connection problem', async () => {
    const user = await openApp(owner, '/profile')
    await user.click(await screen.findByRole('button', { name: 'Delete Account' }))
    interceptRequests(/functions\/v1\/delete-user/, respondWith502)
    await user.click(await screen.findByRole('button', { name: 'Yes, Delete My Account' }))
    await expectToast(/^Failed to delete account: .*Check your connection/)
  })
})

describe('the admin screen', () => {
  let admin: TestUser
  beforeEach(async () => {
    admin = await createUser({ admin: true })
  })

  const openDialog = async (name: string, action: 'Delete' | 'Reject') => {
    const user = await openApp(admin, '/admin')
    await user.click(await screen.findByRole('button', { name: `${action} ${name}` }))
    return user
  }

  test("shows 'Failed to delete community' and keeps the community", async () => {
    const community = await createCommunity(owner, { name: `Kept ${crypto.randomUUID()}` })
    const user = await openDialog(community.name, 'Delete')
    interceptRequests(new RegExp(`communities\\?id=eq.${community.id}`), respondWith500)
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await expectToast('Failed to delete community')
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText(community.name)).toBeVisible()
  })

  test("shows 'Failed to reject community' and keeps the reason", async () => {
    const community = await createCommunity(owner, { name: `Kept ${crypto.randomUUID()}` })
    const user = await openDialog(community.name, 'Reject')
    interceptRequests(new RegExp(`communities\\?id=eq.${community.id}`), respondWith500)
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject community' }))
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Too short.')
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('Failed to reject community')
    expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Too short.')
  })

  test("shows 'Failed to fetch users' when the server gives no error text", async () => {
    interceptRequests(/functions\/v1\/admin\/users/, respondWith500)
    await openApp(admin, '/admin?tab=users')
    const message = 'Failed to fetch users: The service had a problem. Try again in a moment.'
    // On the page, but not in a toast.
    expect((await screen.findByText(message)).closest('[role="alert"]')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  })

  test("shows 'Error loading profiles' when the profiles cannot be loaded", async () => {
    interceptRequests(/rest\/v1\/profiles\?select=id%2Cname/, respondWith500)
    await openApp(admin, '/admin?tab=users')
    expect(await screen.findByText('Error loading profiles')).toBeVisible()
  })

  test("shows 'Failed to delete user', or the server's error text", async () => {
    const user = await openApp(admin, '/admin?tab=users')
    const row = (await screen.findByText(owner.email)).closest('tr')
    if (!row) throw new Error('The owner is not in the table')
    await user.click(within(row).getByRole('button', { name: 'Delete Community Owner' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    const failing = interceptRequests(
      /functions\/v1\/delete-user/,
      () => new Response('no json', { status: 500 }),
    )
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Failed to delete user: The service had a problem. Try again in a moment.',
    )
    failing.restore()
    // The user has become an admin in the meantime.
    await createSecretClient().from('profiles').update({ is_admin: true }).eq('id', owner.id)
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await dialog.findByText('Admins cannot delete other admins.')).toBeVisible()
  })
})
