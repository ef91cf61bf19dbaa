import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createCommunity } from '../../support/communities.ts'
import { createUser } from '../../support/users.ts'
import { countRequests } from '../requests.ts'
import { openApp } from '../whole-app.tsx'

/** Counts the reads of a user's own profile from now on. */
const countReads = (userId: string) =>
  countRequests(new RegExp(`/rest/v1/profiles\\?select=.*${userId}`))

test('/profile reads the profile once, for header and settings', async () => {
  const member = await createUser({ name: 'Ines Duarte' })
  const reads = countReads(member.id)
  await openApp(member, '/profile')
  const card = within(await screen.findByRole('region', { name: 'Profile Settings' }))
  expect(await card.findByText('Ines Duarte')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Account menu, Ines Duarte' })).toBeVisible()
  expect(reads.count()).toBe(1)
}, 30_000)

test('/admin reads the profile once, for header and guard', async () => {
  const admin = await createUser({ admin: true, name: 'Ada Admin' })
  await createCommunity(admin)
  const reads = countReads(admin.id)
  await openApp(admin, '/admin')
  // The first test to open the dashboard also loads its code.
  await screen.findByRole('table', { name: 'Communities' }, { timeout: 15_000 })
  expect(await screen.findByRole('button', { name: 'Account menu, Ada Admin' })).toBeVisible()
  expect(reads.count()).toBe(1)
}, 30_000)
