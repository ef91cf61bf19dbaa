import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { createCommunity } from '../../support/communities.ts'
import { createUser } from '../../support/users.ts'
import { openApp } from '../whole-app.tsx'

/** Counts the reads of a user's own profile from now on. */
function countReads(userId: string) {
  const original = globalThis.fetch
  let count = 0
  globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (url.includes('/rest/v1/profiles?select=') && url.includes(userId)) count += 1
    return original(input, init)
  }
  onTestFinished(() => {
    globalThis.fetch = original
  })
  return () => count
}

test('/profile reads the profile once, for header and settings', async () => {
  const person = await createUser({ name: 'Ines Duarte' })
  const reads = countReads(person.id)
  await openApp(person, '/profile')
  const card = within(await screen.findByRole('region', { name: 'Profile Settings' }))
  expect(await card.findByText('Ines Duarte')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Account menu, Ines Duarte' })).toBeVisible()
  expect(reads()).toBe(1)
}, 30_000)

test('/admin reads the profile once, for header and guard', async () => {
  const admin = await createUser({ admin: true, name: 'Ada Admin' })
  await createCommunity(admin)
  const reads = countReads(admin.id)
  await openApp(admin, '/admin')
  // The first test to open the dashboard waits for its code.
  await screen.findByRole('table', { name: 'Communities' }, { timeout: 15_000 })
  expect(await screen.findByRole('button', { name: 'Account menu, Ada Admin' })).toBeVisible()
  expect(reads()).toBe(1)
}, 30_000)
