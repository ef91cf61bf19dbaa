import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { block, createCommunity, readCommunity } from '../../support/communities.ts'
import { createUser } from '../../support/users.ts'
import { expectToast } from '../whole-app.tsx'
import {
  clearQueue,
  createOldest,
  findHeading,
  openInQueue,
  openMenu,
  openQueue,
  owner,
  uniqueName,
} from './queue.ts'

beforeEach(() => localStorage.clear())
afterEach(clearQueue)

/** Reports an approved community, and opens it in the queue. */
async function openReported() {
  const { id, name } = await createCommunity(owner, {
    name: uniqueName('Reported'),
    status: 'approved',
  })
  const { client } = await createUser()
  await client.rpc('report_community', { community_id: id, reason: 'spam' }).throwOnError()
  const user = await openInQueue(name)
  await findHeading(name)
  return { id, name, user }
}

const readItems = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent.trim())

test('the menu of a pending community asks its owner, who reads the question', async () => {
  const community = await createOldest()
  const user = await openQueue(community)
  await user.click(screen.getByRole('button', { name: 'More' }))
  expect(readItems()).toEqual(['History', 'Edit E', 'Ask the owner'])
  await user.keyboard('{Escape}')
  await openMenu(user, 'Ask the owner')
  expect(await screen.findByRole('textbox', { name: /^Question/ })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Ask' }))
  expect(await screen.findByText('Please enter a question')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Are you an admin of this WhatsApp group?' }))
  await user.click(screen.getByRole('button', { name: 'Ask' }))
  await expectToast('Question sent')
  const rejection_reason = 'Are you an admin of this WhatsApp group?'
  expect(await readCommunity(community.id)).toMatchObject({ status: 'pending', rejection_reason })
  // The next reviewer sees that it has been asked already.
  const question = await screen.findByRole('region', { name: 'Question to the owner' })
  expect(question).toHaveTextContent(rejection_reason)
})

test('the menu of a reported community offers what its answers do not', async () => {
  const { user } = await openReported()
  await user.click(screen.getByRole('button', { name: 'More' }))
  expect(readItems()).toEqual(['History', 'Edit E', 'Ask the owner', 'Hide H', 'Delete'])
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
  expect(await screen.findByRole('alertdialog')).toBeVisible()
})

test('the menu shows a community again that reports have hidden', async () => {
  const { id, name } = await createCommunity(owner, {
    name: uniqueName('Hidden'),
    status: 'approved',
  })
  await block(id, 'reports')
  const user = await openInQueue(name)
  await findHeading(name)
  await openMenu(user, 'Show again')
  await expectToast('Community shown again successfully')
  expect(await readCommunity(id)).toMatchObject({ community_blocks: [] })
})

test('H hides an approved community with a reason, and no other', async () => {
  const { id, user } = await openReported()
  await user.keyboard('h')
  await screen.findByRole('dialog', { name: 'Hide community' })
  await user.keyboard('1{Enter}')
  await expectToast('Community hidden successfully')
  expect(await readCommunity(id)).toMatchObject({ community_blocks: [{ kind: 'admin' }] })
})

test('H explains why a pending community cannot be hidden', async () => {
  const user = await openQueue(await createOldest())
  await user.keyboard('h')
  await expectToast('Only an approved community that is not hidden yet can be hidden.')
  expect(screen.queryByRole('dialog')).toBeNull()
})
