import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { readCommunity } from '../../support/communities.ts'
import { createSecretClient, createUser } from '../../support/users.ts'
import { countRequests, interceptRequests } from '../requests.ts'
import { expectToast, openApp, returnToTab } from '../whole-app.tsx'
import { chooseTool } from './manage.ts'
import { admin, clearQueue, createOldest, findHeading } from './queue.ts'

afterEach(clearQueue)

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const findTable = () => screen.findByRole('table', { name: 'Communities' })

test.each<[string, string, () => Promise<unknown>, (user: UserEvent) => Promise<unknown>]>([
  ['decide', '/admin?view=queue', () => findHeading('Still waiting'), (user) => user.keyboard('a')],
  [
    'filter the communities',
    '/admin?view=all',
    findTable,
    (user) => user.click(button(/^Pending/)),
  ],
  [
    'open the list of users',
    '/admin?view=all',
    () => screen.findByRole('tab', { name: /^Users \d/ }),
    (user) => user.click(screen.getByRole('tab', { name: /^Users/ })),
  ],
  [
    'open the activity log',
    '/admin?view=all',
    findTable,
    async (user) => {
      await chooseTool(user, 'Activity')
      // The database returns no entries instead of an error, so only the next reload of the counts reveals the loss.
      await waitFor(() => {
        returnToTab()
        expect(window.location.pathname).toBe('/')
      })
    },
  ],
])('a former admin cannot %s, and is sent home', async (_action, path, findContent, act) => {
  const { id } = await createOldest({ name: 'Still waiting' })
  const formerAdmin = await createUser({ admin: true })
  const user = await openApp(formerAdmin, path)
  await findContent()
  await createSecretClient()
    .from('profiles')
    .update({ is_admin: false })
    .eq('id', formerAdmin.id)
    .throwOnError()
  await act(user)
  await expectToast('Access denied')
  await waitFor(() => expect(window.location.pathname).toBe('/'))
  expect(screen.queryByRole('heading', { name: 'Admin Dashboard' })).toBeNull()
  expect(await readCommunity(id)).toMatchObject({ status: 'pending', approved_by: null })
})

test('the account menu counts the waiting reviews of an admin and leads to the queue', async () => {
  const community = await createOldest()
  const user = await openApp(admin, '/privacy')
  const menu = await screen.findByRole(
    'button',
    { name: /^Account menu, Site Admin, \d+ waiting for review$/ },
    { timeout: 10_000 },
  )
  await user.click(menu)
  await user.click(screen.getByRole('menuitem', { name: /^Review queue \d+$/ }))
  expect(await findHeading(community.name)).toBeVisible()
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
  expect(window.location.href).toMatch(/section=settings#two-factor$/)
})
