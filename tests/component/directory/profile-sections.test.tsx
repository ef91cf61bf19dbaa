import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createCommunity } from '../../support/communities.ts'
import { createUser } from '../../support/users.ts'
import { openApp } from '../whole-app.tsx'

const listTabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent.trim())
const findSelected = async (name: string) =>
  waitFor(() => expect(screen.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true'))

test('an owner starts with the communities, and each section has an address', async () => {
  const owner = await createUser()
  const { name } = await createCommunity(owner)
  const user = await openApp(owner, '/profile')
  expect(await screen.findByRole('heading', { name })).toBeVisible()
  expect(listTabs()).toEqual(['Communities', 'Saved', 'Settings'])
  expect(screen.queryByRole('heading', { name: 'Profile Settings' })).toBeNull()
  await user.click(screen.getByRole('tab', { name: 'Settings' }))
  expect(await screen.findByRole('heading', { name: 'Profile Settings' })).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Delete Account' })).toBeVisible()
  const security = within(screen.getByRole('region', { name: 'Security' }))
  for (const part of ['Sign-in', 'Two-factor authentication', 'Sessions']) {
    expect(security.getByRole('region', { name: part })).toBeVisible()
  }
  expect(window.location.search).toBe('?section=settings')
  window.history.back()
  expect(await screen.findByRole('heading', { name })).toBeVisible()
  expect(window.location.search).toBe('')
})

test('a user without communities starts with what they saved, and sees what they list', async () => {
  const member = await createUser()
  const user = await openApp(member, '/profile')
  await findSelected('Saved')
  expect(await screen.findByRole('heading', { name: 'Saved and Joined' })).toBeVisible()
  expect(listTabs()).toEqual(['Saved', 'Communities', 'Settings'])
  await createCommunity(member, { name: 'Kite Crew' })
  await user.click(screen.getByRole('tab', { name: 'Communities' }))
  expect(screen.getByRole('link', { name: 'List New Community' })).toBeVisible()
  await openApp(member, '/profile')
  await waitFor(() => expect(screen.getAllByRole('heading', { name: 'Kite Crew' })).not.toEqual([]))
})

test('while the directory is closed, there is nothing to save', async () => {
  vi.stubEnv('VITE_DIRECTORY', '')
  const member = await createUser()
  await openApp(member, '/profile?section=saved')
  expect(await screen.findByText("You haven't created any communities yet")).toBeVisible()
  expect(listTabs()).toEqual(['Communities', 'Settings'])
  vi.stubEnv('VITE_DIRECTORY', 'live')
})
