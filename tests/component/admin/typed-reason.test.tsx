import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { readCommunity } from '../../support/communities.ts'
import { failRequests } from '../requests.ts'
import { expectToast } from '../whole-app.tsx'
import { clearQueue, createOldest, openQueue, statusOf } from './queue.ts'

afterEach(clearQueue)

test('a rejection needs a reason, which is kept when saving fails and discarded only after a question', async () => {
  const community = await createOldest()
  const user = await openQueue(community)
  const open = async () => {
    await user.keyboard('r')
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject community' }))
    return { dialog, reason: dialog.getByRole('textbox', { name: /^Reason/ }) }
  }
  const expectClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  const { dialog, reason } = await open()
  await user.click(dialog.getByRole('button', { name: 'Reject' }))
  expect(dialog.getByText('Please enter a reason')).toBeVisible()
  // Letters and numbers typed into the field are not shortcuts.
  await user.type(reason, 'area jar 12')
  const leave = async (how: string) => {
    if (how === 'Escape') await user.keyboard('{Escape}')
    else await user.click(dialog.getByRole('button', { name: how }))
    return screen.findByRole('alertdialog', { name: 'Discard your text?' })
  }
  for (const how of ['Escape', 'Close', 'Cancel']) {
    const question = within(await leave(how))
    // The shortcuts of the common reasons wait.
    await user.keyboard('1')
    await user.click(question.getByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(reason).toHaveValue('area jar 12')
  }
  await leave('Cancel')
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  await expectClosed()
  expect(await statusOf(community)).toBe('pending')

  // A common reason, and an empty one, are discarded at once.
  const common = await open()
  await user.keyboard('1')
  expect(common.reason).not.toHaveValue('')
  await user.keyboard('{Escape}')
  await expectClosed()
  await open()
  await user.keyboard('{Escape}')
  await expectClosed()

  const own = await open()
  await user.keyboard('0')
  expect(own.reason).toHaveFocus()
  const broken = failRequests(new RegExp(`communities\\?id=eq.${community.id}`))
  await user.keyboard('Too short.{Control>}{Enter}{/Control}')
  expect(await own.dialog.findByText(/^Failed to reject community/)).toBeVisible()
  expect(own.reason).toHaveValue('Too short.')
  expect(await statusOf(community)).toBe('pending')
  broken.restore()
  await user.keyboard('{Control>}{Enter}{/Control}')
  await expectToast('Community rejected successfully')
  await expectClosed()
  const rejected = { status: 'rejected', rejection_reason: 'Too short.' }
  expect(await readCommunity(community.id)).toMatchObject(rejected)
})
