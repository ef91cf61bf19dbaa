import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createCommunity, newInviteLink, updateCommunity } from '../support/communities.ts'
import { createSecretClient, createUser } from '../support/users.ts'
import { countRequests } from './requests.ts'
import { findRow, openApp, openRowMenu } from './whole-app.tsx'

const secret = createSecretClient()
const reason = 'Your communities sell followers.'
const suspend = (user: { id: string }, until: string | null = null) =>
  secret.from('suspensions').insert({ user_id: user.id, reason, until }).throwOnError()

await createUser({ admin: true })
afterEach(() => vi.stubEnv('VITE_DIRECTORY', ''))

test('a suspended user reads why and until when, and can only leave', async () => {
  const owner = await createUser()
  const { id } = await createCommunity(owner, { name: 'Kite Crew', status: 'approved' })
  await updateCommunity(owner, id, { whatsapp_link: newInviteLink() })
  vi.stubEnv('VITE_DIRECTORY', 'live')
  const checks = countRequests(/check-own-link/)
  await suspend(owner, '2031-05-06T12:00:00Z')
  const user = await openApp(owner, '/profile')
  const notice = await screen.findByRole('alert')
  expect(notice).toHaveTextContent(/Your account is suspended until May 6, 2031/)
  expect(notice).toHaveTextContent(`Reason: ${reason}`)
  expect(notice).toHaveTextContent('download your data and delete your account')

  const row = await findRow('Kite Crew')
  expect(row.getByRole('button', { name: 'Edit Kite Crew' })).toBeDisabled()
  const menu = await openRowMenu(user, 'Kite Crew')
  expect(menu.getByRole('menuitem', { name: 'Delete' })).toHaveAttribute('aria-disabled')
  // Their communities have no public page.
  expect(menu.queryByRole('menuitem', { name: 'Public view' })).toBeNull()
  expect(row.queryByRole('button', { name: /^Share/ })).toBeNull()
  expect(row.getByText('Not listed: your account is suspended')).toBeVisible()
  expect(row.getByText('Your new link is waiting for review.')).toBeVisible()
  expect(row.queryByText('Approved')).toBeNull()
  expect(screen.getByRole('button', { name: 'List New Community' })).toBeDisabled()
  await user.click(screen.getByRole('tab', { name: 'Settings' }))
  expect(await screen.findByRole('button', { name: 'Edit Profile' })).toBeDisabled()
  expect(await screen.findByRole('switch', { name: 'My communities' })).toBeDisabled()
  for (const name of [/^Download/, /^Delete/]) {
    const [button] = screen.getAllByRole('button', { name }).toReversed()
    expect(button).toBeEnabled()
  }
  expect(checks.count()).toBe(0)
})

test('a suspended owner or co-owner: the other sees whether the community is listed, and only they can change it', async () => {
  const [owner, coOwner] = await Promise.all([createUser(), createUser()])
  const { id } = await createCommunity(owner, { name: 'Kite Crew', status: 'approved' })
  const shared = { community_id: id, user_id: coOwner.id }
  await secret.from('co_owners').insert(shared).throwOnError()
  vi.stubEnv('VITE_DIRECTORY', 'live')
  await suspend(owner)
  await openApp(coOwner, '/profile')
  const hidden = await findRow('Kite Crew')
  expect(await hidden.findByText("Not listed: the owner's account is suspended")).toBeVisible()
  expect(hidden.queryByText('Approved')).toBeNull()
  expect(hidden.queryByRole('button', { name: /^Share/ })).toBeNull()
  expect(hidden.getByRole('button', { name: 'Edit Kite Crew' })).toBeEnabled()
  cleanup()

  await secret.from('suspensions').delete().eq('user_id', owner.id).throwOnError()
  await suspend(coOwner)
  const user = await openApp(coOwner, '/profile')
  const row = await findRow('Kite Crew')
  expect(await row.findByRole('button', { name: /^Share/ })).toBeEnabled()
  expect(row.getByText('Approved')).toBeVisible()
  await expect.poll(() => row.getByRole('button', { name: 'Edit Kite Crew' })).toBeDisabled()
  const menu = await openRowMenu(user, 'Kite Crew')
  expect(menu.getByRole('menuitem', { name: 'Public view' })).not.toHaveAttribute('aria-disabled')
  for (const name of ['Pause', 'People', 'Prove that this is your group']) {
    expect(menu.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled')
  }
})

test('a suspended user sees what they saved and joined, and can change neither', async () => {
  const [owner, member] = await Promise.all([createUser(), createUser()])
  const { id } = await createCommunity(owner, { name: 'Kite Crew', status: 'approved' })
  await member.client.rpc('join_community', { community_id: id }).throwOnError()
  vi.stubEnv('VITE_DIRECTORY', 'live')
  await suspend(member)
  await openApp(member, '/profile')
  const row = await findRow('Kite Crew')
  for (const name of ['Save Kite Crew', 'Yes', 'No']) {
    await expect.poll(() => row.getByRole('button', { name })).toBeDisabled()
  }
})

test('a user who is suspended while they edit keeps the input and learns why', async () => {
  const owner = await createUser()
  const { id } = await createCommunity(owner, { name: 'Kite Crew' })
  const user = await openApp(owner, `/profile?edit=${id}`)
  // The dialog that shows while the form is loading is replaced.
  const name = await screen.findByLabelText(/^Community Name/)
  const dialog = within(screen.getByRole('dialog', { name: 'Edit Community' }))
  await user.clear(name)
  await user.type(name, 'Surf Crew')
  await suspend(owner)
  await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
  expect(
    await dialog.findAllByText(/Your account is suspended\. Your profile page says why\./),
  ).not.toEqual([])
  await expect.poll(() => dialog.getByRole('button', { name: 'Save Changes' })).toBeDisabled()
  expect(name).toHaveValue('Surf Crew')
})

test('a suspended admin reads the reason on their profile instead of the admin page', async () => {
  const admin = await createUser({ admin: true })
  await suspend(admin)
  const user = await openApp(admin, '/admin')
  expect(
    await screen.findByText('Your account is suspended. Your profile page says why.'),
  ).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Open your profile' }))
  expect(await screen.findByText(`Reason: ${reason}`)).toBeVisible()
})
