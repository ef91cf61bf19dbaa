import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { block, createCommunity, newCommunity } from '../../support/communities.ts'
import { createSecretClient, createUser } from '../../support/users.ts'
import { failRequests } from '../requests.ts'
import { expectToast, openApp } from '../whole-app.tsx'
import { admin, findHeading, findRegion, openInQueue, uniqueName } from './queue.ts'

const secret = createSecretClient()
const created: string[] = []
afterEach(async () => {
  await secret.from('communities').delete().in('owner_id', created.splice(0)).throwOnError()
})

async function createSpammer() {
  const spammer = await createUser({ name: uniqueName('Spammer') })
  created.push(spammer.id)
  return spammer
}

const reasonOf = async (id: string) => {
  const blocks = secret.from('community_blocks').select('kind, reason').eq('community_id', id)
  return (await blocks.throwOnError()).data
}
const isSuspended = async ({ id }: { id: string }) => {
  const found = secret.from('suspensions').select('user_id').eq('user_id', id)
  return (await found.throwOnError()).data.length > 0
}

/** Fills the dialog that opens when an admin suspends a user. */
async function suspend(user: UserEvent, communities: string, reason: string, hides = true) {
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend user' }))
  const checkbox = await dialog.findByLabelText(new RegExp(`^Also hide their ${communities}`))
  expect(checkbox).toBeChecked()
  if (!hides) await user.click(checkbox)
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), reason)
  await user.click(dialog.getByRole('button', { name: 'Suspend' }))
}

test('an admin suspends a user with or without their communities, and undoes it, in the table and the file', async () => {
  const spammer = await createSpammer()
  const [one, two, hidden] = [
    await createCommunity(spammer, { status: 'approved' }),
    await createCommunity(spammer, { status: 'approved' }),
    await createCommunity(spammer, { status: 'approved' }),
  ]
  await block(hidden.id, 'admin', 'Earlier.')
  const user = await openApp(admin, `/admin?tab=users&q=${spammer.email}`)
  await user.click(await screen.findByRole('button', { name: /^Suspend Spammer/ }))
  await suspend(user, '2 communities', 'Ads.')
  await expectToast('User suspended successfully')
  const blocks = [{ kind: 'admin', reason: 'Ads.' }]
  expect([await reasonOf(one.id), await reasonOf(two.id)]).toEqual([blocks, blocks])
  const broken = failRequests(/rpc\/undo_suspension/)
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await expectToast(/^Couldn't undo the suspension/)
  broken.restore()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await expectToast('Suspension undone')
  expect(await screen.findByRole('button', { name: /^Suspend Spammer/ })).toBeVisible()
  expect([await reasonOf(one.id), await reasonOf(two.id)]).toEqual([[], []])
  expect(await reasonOf(hidden.id)).toEqual([{ kind: 'admin', reason: 'Earlier.' }])
  expect(await isSuspended(spammer)).toBe(false)

  await user.click(screen.getByRole('button', { name: /^Spammer/ }))
  await screen.findByRole('region', { name: 'Timeline' })
  const file = within(screen.getByRole('dialog', { name: 'User Profile' }))
  await user.click(file.getByRole('button', { name: 'Suspend' }))
  // The communities are listed again when the suspension ends.
  await suspend(user, '2 communities', 'Look into it.', false)
  expect(await file.findByText(/^Suspended: .*Look into it\./)).toBeVisible()
  expect(await isSuspended(spammer)).toBe(true)
  expect(await reasonOf(one.id)).toEqual([])
  await user.click(file.getByRole('button', { name: 'Undo' }))
  expect(await file.findByRole('button', { name: 'Suspend' })).toBeVisible()
  expect(await isSuspended(spammer)).toBe(false)
})

test('a reviewer suspends the owner of an item of the queue, and U undoes it', async () => {
  const spammer = await createSpammer()
  const approved = await createCommunity(spammer, { status: 'approved' })
  const row = newCommunity({
    name: uniqueName('Spam'),
    owner_id: spammer.id,
    created_at: '2000-01-01T00:00:00Z',
  })
  await secret.from('communities').insert(row).throwOnError()
  const user = await openInQueue(row.name)
  await findHeading(row.name)
  const owner = await findRegion('Owner')
  await user.click(owner.getByRole('button', { name: 'Suspend owner' }))
  await suspend(user, '1 community', 'Sells followers.')
  // Behind the dialog until it closes.
  const last = within(await screen.findByRole('status', { name: 'Last decision' }))
  expect(await last.findByText('User suspended successfully')).toBeVisible()
  expect(await isSuspended(spammer)).toBe(true)
  expect(await reasonOf(approved.id)).toEqual([{ kind: 'admin', reason: 'Sells followers.' }])

  await user.keyboard('u')
  await expectToast('Decision undone')
  await waitFor(async () => expect(await isSuspended(spammer)).toBe(false))
  expect(await reasonOf(approved.id)).toEqual([])
})

test('the history of a community has the suspension that hid it, and its undo', async () => {
  const spammer = await createSpammer()
  const [shown, other] = [
    await createCommunity(spammer, { status: 'approved', name: uniqueName('Shown again') }),
    await createCommunity(spammer, { name: uniqueName('Pending') }),
  ]
  const suspension = { user_id: spammer.id, reason: 'Sells followers.', hides_communities: true }
  await admin.client.rpc('suspend_user', suspension).throwOnError()
  await admin.client.rpc('undo_suspension', { user_id: spammer.id }).throwOnError()
  const user = await openApp(admin, `/admin?owner=${spammer.id}`)
  const open = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: `History of ${name}` }))
    return within(await screen.findByRole('dialog', { name: 'History' }))
  }
  const history = await open(shown.name)
  const entries = await history.findAllByRole('listitem')
  expect(entries).toHaveLength(3)
  expect(entries[0]).toHaveTextContent(/^Suspension undone by Site Admin/)
  expect(entries[1]).toHaveTextContent(/^Suspended, 1 community hidden by Site Admin/)
  expect(entries[1]).toHaveTextContent('Sells followers.')
  await user.click(history.getAllByRole('button', { name: 'Close' })[0] ?? document.body)
  expect(await (await open(other.name)).findByText('No entries')).toBeVisible()
})
