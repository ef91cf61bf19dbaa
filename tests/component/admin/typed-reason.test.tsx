import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readCommunity } from '../../support/communities.ts'
import { clearQueue, createOldest, openQueue } from './queue.ts'

beforeEach(() => localStorage.clear())
afterEach(clearQueue)

async function openReason() {
  const first = await createOldest()
  const user = await openQueue(first)
  await user.keyboard('r')
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject community' }))
  return { user, first, dialog, reason: dialog.getByRole('textbox', { name: /^Reason/ }) }
}

test.each(['Escape', 'Close', 'Cancel'])(
  '%s asks before it discards a typed reason',
  async (how) => {
    const { user, first, dialog, reason } = await openReason()
    await user.type(reason, 'Typed with care.')
    const leave = () =>
      how === 'Escape'
        ? user.keyboard('{Escape}')
        : user.click(dialog.getByRole('button', { name: how }))
    await leave()
    const question = await screen.findByRole('alertdialog', { name: 'Discard your text?' })
    // The shortcuts of the common reasons wait.
    await user.keyboard('1')
    await user.click(within(question).getByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(reason).toHaveValue('Typed with care.')
    await leave()
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await readCommunity(first.id)).toMatchObject({ status: 'pending' })
  },
)

test('an empty reason and a common one are discarded at once', async () => {
  const { user, reason } = await openReason()
  await user.keyboard('1')
  expect(reason).not.toHaveValue('')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('r')
  await screen.findByRole('dialog', { name: 'Reject community' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test("a reason of the reviewer's own takes R, 0, the text and Ctrl+Enter", async () => {
  const { user, first, reason } = await openReason()
  await user.keyboard('0')
  expect(reason).toHaveFocus()
  await user.keyboard('Too short.{Control>}{Enter}{/Control}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await readCommunity(first.id)).toMatchObject({
    status: 'rejected',
    rejection_reason: 'Too short.',
  })
})
