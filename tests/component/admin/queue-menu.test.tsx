import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { block, readCommunity } from '../../support/communities.ts'
import { expectToast } from '../whole-app.tsx'
import {
  clearQueue,
  createListed,
  createOldest,
  openEntry,
  openInQueue,
  openMenu,
  openQueue,
  report,
} from './queue.ts'

afterEach(clearQueue)

const readItems = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent.trim())

test('the menu of a pending community asks its owner, which the next reviewer sees', async () => {
  const community = await createOldest()
  const user = await openQueue(community)
  await user.click(screen.getByRole('button', { name: 'More' }))
  expect(readItems()).toEqual(['History', 'Edit E', 'Ask the owner'])
  await user.keyboard('{Escape}')
  await openMenu(user, 'Ask the owner')
  expect(await screen.findByRole('textbox', { name: /^Question/ })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Ask' }))
  expect(await screen.findByText('Please enter a question')).toBeVisible()
  const rejection_reason = 'Are you an admin of this WhatsApp group?'
  await user.click(screen.getByRole('button', { name: rejection_reason }))
  await user.click(screen.getByRole('button', { name: 'Ask' }))
  await expectToast('Question sent')
  expect(await readCommunity(community.id)).toMatchObject({ status: 'pending', rejection_reason })
  const question = await screen.findByRole('region', { name: 'Question to the owner' })
  expect(question).toHaveTextContent(rejection_reason)
})

test('the menu of a listed community also hides, shows again and deletes', async () => {
  const [reported, hidden] = [await createListed('Reported'), await createListed('Hidden')]
  await report(reported.id)
  await block(hidden.id, 'reports')
  const user = await openInQueue(hidden.name)
  await openMenu(user, 'Show again')
  await expectToast('Community shown again successfully')
  expect(await readCommunity(hidden.id)).toMatchObject({ community_blocks: [] })

  await openEntry(user, reported.name)
  await user.click(screen.getByRole('button', { name: 'More' }))
  expect(readItems()).toEqual(['History', 'Edit E', 'Ask the owner', 'Hide H', 'Delete'])
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
  expect(await screen.findByRole('alertdialog')).toBeVisible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await user.keyboard('h')
  await screen.findByRole('dialog', { name: 'Hide community' })
  await user.keyboard('1{Enter}')
  await expectToast('Community hidden successfully')
  const after = { community_blocks: [{ kind: 'admin' }] }
  expect(await readCommunity(reported.id)).toMatchObject(after)
})
