import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readCommunity } from '../../support/communities.ts'
import { createSecretClient, createUser } from '../../support/users.ts'
import { countRequests, failRequests } from '../requests.ts'
import { expectToast, returnToTab } from '../whole-app.tsx'
import {
  clearQueue,
  createOldest,
  findHeading,
  findRegion,
  openQueue,
  owner,
  uniqueName,
  updateCommunity,
} from './queue.ts'

beforeEach(() => localStorage.clear())
afterEach(clearQueue)

const nadia = await createUser({ admin: true, name: 'Nadia' })

/** Opens the queue with two communities, and lets others change the first, which is open. */
async function openAndChange(change: (id: string) => PromiseLike<unknown>) {
  const [first, second] = [
    await createOldest({ description: 'As it was.' }),
    await createOldest({ name: uniqueName('Second') }),
  ]
  const user = await openQueue(first)
  await change(first.id)
  const notice = await waitFor(() => {
    // Reloads nothing while a reload is already running.
    returnToTab()
    return screen.getByRole('button', { name: /^Next J/ }).closest('[role="alert"]')
  })
  if (!(notice instanceof HTMLElement)) throw new Error('The button is not in a notice')
  return { user, first, second, notice: within(notice) }
}

const approve = (id: string) => updateCommunity(nadia.client, id, { status: 'approved' })
const reason = 'This is an advertisement.'

test.each<[string, (id: string) => PromiseLike<unknown>]>([
  ['Approved by Nadia', approve],
  [
    'Rejected by Nadia',
    (id) => updateCommunity(nadia.client, id, { status: 'rejected', rejection_reason: reason }),
  ],
  ['Deleted by Nadia', (id) => nadia.client.from('communities').delete().eq('id', id)],
])('an open community stays on screen and says: %s', async (title, decide) => {
  const { user, first, second, notice } = await openAndChange(decide)
  expect(await notice.findByText(title)).toBeVisible()
  expect(await findHeading(first.name)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show the new version' })).toBeNull()
  for (const name of [/^Approve/, /^Reject/]) {
    expect(screen.getByRole('button', { name })).toBeDisabled()
  }
  await user.click(screen.getByRole('button', { name: 'More' }))
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['History'])
  await user.keyboard('{Escape}')
  await user.keyboard('are')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await readCommunity(second.id)).toMatchObject({ status: 'pending' })
  await user.keyboard('j')
  expect(await findHeading(second.name)).toHaveFocus()
  expect(screen.getByRole('button', { name: /^Approve/ })).toBeEnabled()
})

test('the button leads from a decided community to the next one, and the last one to an empty queue', async () => {
  const { user, second } = await openAndChange(approve)
  await user.click(screen.getByRole('button', { name: /^Next J/ }))
  expect(await findHeading(second.name)).toBeVisible()
  await user.keyboard('a')
  await expectToast('Community approved successfully')
  await waitFor(() => expect(screen.queryByRole('heading', { name: second.name })).toBeNull())
})

test('a community that its owner changed shows the opened version until the reviewer asks for the new one', async () => {
  const { user, first, notice } = await openAndChange((id) =>
    updateCommunity(owner.client, id, { description: 'Buy my course.' }),
  )
  expect(notice.getByText('This community has changed since you opened it')).toBeVisible()
  expect(screen.getByText('As it was.')).toBeVisible()
  expect(screen.getByRole('button', { name: /^Approve/ })).toBeDisabled()
  await user.keyboard('a')
  await user.click(screen.getByRole('button', { name: 'Show the new version' }))
  expect(await screen.findByText('Buy my course.')).toBeVisible()
  expect(screen.queryByText('As it was.')).toBeNull()
  expect(await readCommunity(first.id)).toMatchObject({ status: 'pending' })
  await user.keyboard('a')
  await expectToast('Community approved successfully')
  expect(await readCommunity(first.id)).toMatchObject({ status: 'approved' })
})

test('a community that moves to another page of the queue stays open and can be decided', async () => {
  const { id, name } = await createOldest()
  const user = await openQueue({ name })
  const others = await Promise.all(Array.from({ length: 50 }, () => createOldest()))
  const lookups = countRequests(new RegExp(`communities\\?.*id=eq\\.${id}`))
  for (const other of others) {
    await updateCommunity(createSecretClient(), other.id, { created_at: '2000-01-01' })
  }
  await waitFor(() => {
    returnToTab()
    // It is no longer in the list, so it is read alone.
    expect(lookups.count()).toBeGreaterThan(0)
  })
  expect(await findHeading(name)).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: /^Approve/ })).toBeEnabled())
  await user.keyboard('a')
  await expectToast('Community approved successfully')
  expect(await readCommunity(id)).toMatchObject({ status: 'approved' })
})

test('a renamed group that has its approved name again says so', async () => {
  // The check on WhatsApp would find another group.
  failRequests(/check-links/)
  const renamed = await createOldest({ status: 'approved' })
  const rename = (renamed_at: string | null) =>
    createSecretClient()
      .from('community_links')
      .update({ approved_name: 'Swimmers', group_name: 'Sun Swimmers', renamed_at })
      .eq('community_id', renamed.id)
      .throwOnError()
  // Not before the log's entry about it.
  await rename(new Date(Date.now() + 60_000).toISOString())
  await openQueue(renamed)
  await rename(null)
  await waitFor(() => {
    returnToTab()
    expect(screen.getByRole('button', { name: /^Next J/ })).toBeVisible()
  })
  expect(await screen.findByText('The group has its approved name again')).toBeVisible()
})

test("the reviewer's own edit is shown at once", async () => {
  const community = await createOldest({ description: 'As it was.' })
  const user = await openQueue(community)
  await user.keyboard('e')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Community' }))
  const field = await dialog.findByRole('textbox', { name: /Description/ })
  await user.clear(field)
  await user.type(field, 'As it should be.')
  await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('As it should be.')).toBeVisible()
  expect(screen.queryByText('This community has changed since you opened it')).toBeNull()
  expect(await findRegion('Owner')).toBeDefined()
  await user.keyboard('a')
  await expectToast('Community approved successfully')
})
