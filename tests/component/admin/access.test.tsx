import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readCommunity } from '../../support/communities.ts'
import { createSecretClient, createUser, type TestUser } from '../../support/users.ts'
import { countRequests, interceptRequests } from '../requests.ts'
import { expectToast, openApp, returnToTab } from '../whole-app.tsx'
import { clearQueue, createOldest, findHeading } from './queue.ts'

let admin: TestUser
let owner: TestUser

beforeEach(async () => {
  ;[admin, owner] = await Promise.all([createUser({ admin: true }), createUser()])
})
afterEach(() => clearQueue(owner))

const revokeAdmin = () =>
  createSecretClient()
    .from('profiles')
    .update({ is_admin: false })
    .eq('id', admin.id)
    .throwOnError()

async function expectAccessDenied() {
  await expectToast('Access denied')
  await waitFor(() => expect(window.location.pathname).toBe('/'))
  expect(screen.queryByRole('heading', { name: 'Admin Dashboard' })).toBeNull()
}

test('a former admin cannot decide, and is sent home', async () => {
  const name = `Still waiting ${crypto.randomUUID()}`
  const community = await createOldest(owner, { name })
  const user = await openApp(admin, '/admin?view=queue')
  await findHeading(name)
  await revokeAdmin()
  await user.keyboard('a')
  await expectAccessDenied()
  expect(await readCommunity(community.id)).toMatchObject({ status: 'pending', approved_by: null })
})

test('a former admin cannot filter the communities, and is sent home', async () => {
  await createOldest(owner)
  const user = await openApp(admin, '/admin')
  await screen.findByRole('table', { name: 'Communities' })
  await revokeAdmin()
  await user.click(screen.getByRole('button', { name: /^Pending/ }))
  await expectAccessDenied()
})

test('a former admin cannot retire a place, and is sent home', async () => {
  const user = await openApp(admin, '/admin')
  await user.click(await screen.findByRole('button', { name: 'Places' }))
  const button = await screen.findByRole('button', { name: 'Retire Cape Town' })
  await revokeAdmin()
  const lists = countRequests(/\/rest\/v1\/rpc\//)
  await user.click(button)
  await expectAccessDenied()
  // The failed write led to the check, not the next reload of a list.
  expect(lists.count()).toBe(0)
})

test('a former admin cannot open the list of users, and is sent home', async () => {
  await createOldest(owner)
  const user = await openApp(admin, '/admin')
  await screen.findByRole('table', { name: 'Communities' })
  await revokeAdmin()
  await user.click(screen.getByRole('tab', { name: /^Users/ }))
  await expectAccessDenied()
})

test('a former admin cannot open the activity log, and is sent home', async () => {
  await createOldest(owner)
  const user = await openApp(admin, '/admin')
  await screen.findByRole('table', { name: 'Communities' })
  await revokeAdmin()
  await user.click(screen.getByRole('button', { name: 'Activity' }))
  // The database returns no entries instead of an error, so only the next reload of the counts reveals the loss.
  await waitFor(() => {
    returnToTab()
    expect(window.location.pathname).toBe('/')
  })
  await expectAccessDenied()
})

test('an admin without the required second factor sees one notice instead of failed lists', async () => {
  const message =
    'Admins need two-factor authentication. Add an authenticator app on your profile page.'
  const refusal = interceptRequests(/\/rest\/v1\/rpc\//, () =>
    Response.json({ code: 'PT403', message }, { status: 403 }),
  )
  const calls = countRequests(/\/(rest\/v1\/rpc|functions\/v1)\//)
  const user = await openApp(admin, '/admin')
  const link = await screen.findByRole('link', { name: 'Open your profile' })
  expect(screen.getByRole('alert')).toHaveTextContent(message)
  expect(screen.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  expect(screen.queryByRole('tab')).toBeNull()
  expect(calls.count()).toBe(1)
  refusal.restore()
  await user.click(link)
  expect(await screen.findByRole('region', { name: 'Two-factor authentication' })).toBeVisible()
  expect(window.location.hash).toBe('#two-factor')
})
