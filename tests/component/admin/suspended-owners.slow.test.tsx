import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { newCommunity, readCommunity } from '../../support/communities.ts'
import { createSecretClient, createUser } from '../../support/users.ts'
import { expectToast, openApp } from '../whole-app.tsx'
import {
  admin,
  clearQueue,
  createOldest,
  findHeading,
  findRegion,
  openInQueue,
  passDoublePress,
  uniqueName,
} from './queue.ts'

const suspended = await createUser({ name: 'Suspended Owner' })
const suspension = { user_id: suspended.id, reason: 'Your links lead to spam.' }
await admin.client.rpc('suspend_user', suspension).throwOnError()
const secret = createSecretClient()

afterEach(async () => {
  await clearQueue()
  await secret.from('communities').delete().eq('owner_id', suspended.id).throwOnError()
})

/** Creates a community of the suspended owner, older than all others. */
async function create(status: 'pending' | 'approved') {
  const created_at = '2000-01-01T00:00:00Z'
  const row = newCommunity({ name: uniqueName(status), owner_id: suspended.id, status, created_at })
  return (await secret.from('communities').insert(row).select().single().throwOnError()).data
}

async function findTableRow(name: string) {
  const row = (await screen.findByText(name, { selector: 'tr *' })).closest('tr')
  if (!row) throw new Error(`${name} is not in a table`)
  return within(row)
}

const message = 'Community approved successfully. Nothing is listed while the owner is suspended.'

test('the table marks the communities of suspended owners, and an approval says what it does not do', async () => {
  const [pending, approved] = [await create('pending'), await create('approved')]
  const other = await createOldest()
  const user = await openApp(admin, '/admin?visibility=suspended')
  const listed = await findTableRow(approved.name)
  expect(listed.getByText('Owner suspended')).toHaveAttribute('data-tone', 'red')
  expect(listed.queryByText('Approved')).toBeNull()
  const waiting = await findTableRow(pending.name)
  expect(waiting.getByText('Pending')).toBeVisible()
  expect(waiting.getByText('Owner suspended')).toBeVisible()
  expect(screen.queryByText(other.name)).toBeNull()
  const filter = screen.getByRole('combobox', { name: 'Visibility' })
  expect(filter).toHaveDisplayValue('Suspended')
  await user.click(waiting.getByRole('button', { name: `Approve ${pending.name}` }))
  await expectToast(message)
  expect(await readCommunity(pending.id)).toMatchObject({ status: 'approved' })
  const found = secret.rpc('get_directory_community', { community_id: pending.id })
  expect((await found.throwOnError()).data).toEqual([])
})

test('the queue lists the communities of suspended owners last, with a badge and their number', async () => {
  const [first, second, third] = [
    await create('pending'),
    await create('pending'),
    await create('pending'),
  ]
  const other = await createOldest()
  const user = await openInQueue(first.name)
  await findHeading(first.name)
  const names = screen
    .getAllByRole('checkbox', { name: /^Select / })
    .map((box) => box.getAttribute('aria-label'))
  const indexOf = (name: string) => names.indexOf(`Select ${name}`)
  expect(indexOf(first.name)).toBeGreaterThan(indexOf(other.name))
  const panel = within(screen.getByRole('article'))
  expect(panel.getAllByText('Owner suspended')[0]).toBeVisible()
  const ofOwner = await findRegion('Owner')
  // Their other communities have the badge, too, once they are loaded.
  expect(ofOwner.getAllByText('Owner suspended')[0]).toBeVisible()
  await user.keyboard('a')
  await expectToast(message)
  await user.click(screen.getByRole('checkbox', { name: `Select ${second.name}` }))
  passDoublePress()
  await user.keyboard('a')
  await expectToast(message)
  const link = await screen.findByRole('link', { name: '1 of suspended owners, listed last' })
  await user.click(link)
  expect(await findTableRow(third.name)).toBeDefined()
  expect(screen.queryByText(first.name)).toBeNull()
})
