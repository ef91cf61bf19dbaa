import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readCommunity } from '../../support/communities.ts'
import { createSecretClient } from '../../support/users.ts'
import { countRequests, failRequests, holdResponses, interceptRequests } from '../requests.ts'
import { expectToast, openApp } from '../whole-app.tsx'
import {
  admin,
  clearQueue,
  createOldest,
  findHeading,
  openQueue,
  owner,
  passDoublePress,
  uniqueName,
  updateCommunity,
} from './queue.ts'

beforeEach(() => localStorage.clear())
afterEach(clearQueue)

const bar = () => within(screen.getByRole('status', { name: 'Last decision' }))
const savesOf = ({ id }: { id: string }) => new RegExp(`communities\\?id=eq.${id}`)
const statusOf = async ({ id }: { id: string }) => (await readCommunity(id)).status

describe('in the queue', () => {
  /** Opens the queue with three communities, and approves the first. */
  async function approveFirst() {
    const [first, second, third] = [
      await createOldest({ name: uniqueName('First') }),
      await createOldest({ name: uniqueName('Second') }),
      await createOldest({ name: uniqueName('Third') }),
    ]
    const user = await openQueue(first)
    await user.keyboard('a')
    await findHeading(second.name)
    await expectToast('Community approved successfully')
    passDoublePress()
    return { user, first, second, third }
  }

  test('U reverts the decision before it and shows the community again', async () => {
    const { user, first } = await approveFirst()
    expect(await readCommunity(first.id)).toMatchObject({
      status: 'approved',
      approved_by: admin.id,
    })
    const offer = bar().getByText(first.name)
    expect(offer.parentElement).toHaveTextContent(/^Community approved successfully/)
    // Reported once: by the offer alone.
    expect(screen.getAllByText('Community approved successfully')).toHaveLength(1)
    await user.keyboard('u')
    expect(await findHeading(first.name)).toHaveFocus()
    await expectToast('Decision undone')
    expect(await readCommunity(first.id)).toMatchObject({
      status: 'pending',
      approved_by: null,
      approval_date: null,
    })
    expect(offer).not.toBeInTheDocument()
    expect(await findHeading(first.name)).toBeVisible()
    expect(screen.getByRole('button', { name: /^Approve/ })).toBeEnabled()
    await user.keyboard('u')
    await expectToast('There is nothing to undo.')
  })

  test('U reverts a decision that is still being saved, not the one before', async () => {
    const { user, first, second } = await approveFirst()
    const release = holdResponses(savesOf(second))
    await user.keyboard('a')
    expect(bar().getByText(second.name).parentElement).toHaveTextContent(/^Saving/)
    await user.keyboard('u')
    expect(await findHeading(second.name)).toBeVisible()
    expect(bar().getByText('Will be undone once saved')).toBeVisible()
    // It cannot be decided until then.
    await user.keyboard('a')
    release()
    await expectToast('Decision undone')
    expect(await statusOf(second)).toBe('pending')
    expect(await statusOf(first)).toBe('approved')
    expect(await findHeading(second.name)).toBeVisible()
  })

  test('U again reverts the decision before', async () => {
    const { user, first, second, third } = await approveFirst()
    await user.keyboard('a')
    await findHeading(third.name)
    await waitFor(() =>
      expect(bar().getByText(second.name).parentElement).toHaveTextContent(/^Comm/),
    )
    await user.keyboard('uu')
    expect(await findHeading(first.name)).toBeVisible()
    await waitFor(async () =>
      expect([await statusOf(first), await statusOf(second)]).toEqual(['pending', 'pending']),
    )
    expect(await findHeading(first.name)).toBeVisible()
  })

  test('U after a decision that is not saved reverts no other one', async () => {
    const { user, first, second } = await approveFirst()
    const broken = failRequests(savesOf(second))
    await user.keyboard('a')
    await expectToast(/^Failed to approve community/)
    broken.restore()
    expect(bar().getByText('Not saved')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
    await user.keyboard('u')
    await expectToast("The last decision wasn't saved, so there is nothing to undo.")
    expect(await statusOf(first)).toBe('approved')
    // Now it was meant for the one before.
    await user.keyboard('u')
    await expectToast('Decision undone')
    expect(await statusOf(first)).toBe('pending')
    expect(await statusOf(second)).toBe('pending')
  })

  test('U while a decision is being saved that fails reverts no other one', async () => {
    const { user, first, second } = await approveFirst()
    let fail = () => {}
    const failed = new Promise<void>((resolve) => (fail = resolve))
    interceptRequests(savesOf(second), async () => {
      await failed
      return Response.json({ message: 'broken' }, { status: 500 })
    })
    await user.keyboard('au')
    fail()
    await expectToast("The last decision wasn't saved, so there is nothing to undo.")
    await expectToast(/^Failed to approve community/)
    expect(await statusOf(first)).toBe('approved')
    expect(await findHeading(second.name)).toBeVisible()
  })

  test('a decision that is saved later than the next one keeps its place', async () => {
    const { user, first, second, third } = await approveFirst()
    const release = holdResponses(savesOf(second))
    await user.keyboard('a')
    await findHeading(third.name)
    passDoublePress()
    await user.keyboard('r')
    await screen.findByRole('dialog', { name: 'Reject community' })
    await user.keyboard('4{Enter}')
    await expectToast('Community rejected successfully')
    expect(await readCommunity(third.id)).toMatchObject({
      status: 'rejected',
      rejection_reason: 'This community is already listed.',
    })
    release()
    await expectToast('Community approved successfully')
    expect(bar().getByText(third.name)).toBeVisible()
    await user.keyboard('u')
    await expectToast('Decision undone')
    expect(await statusOf(third)).toBe('pending')
    expect([await statusOf(first), await statusOf(second)]).toEqual(['approved', 'approved'])
  })

  test('it reports when it is too late, and is not offered again', async () => {
    const { user, first } = await approveFirst()
    await updateCommunity(createSecretClient(), first.id, { updated_at: new Date().toISOString() })
    const offer = bar().getByText(first.name)
    await user.click(screen.getByRole('button', { name: /^Undo/ }))
    await expectToast('Failed to undo: This decision can no longer be undone.')
    expect(offer).not.toBeInTheDocument()
    expect(await statusOf(first)).toBe('approved')
  })

  test('after the offer was dismissed, U reverts no earlier decision', async () => {
    const { user, first, second, third } = await approveFirst()
    await user.keyboard('a')
    await findHeading(third.name)
    await waitFor(() =>
      expect(bar().getByText(second.name).parentElement).toHaveTextContent(/^Comm/),
    )
    await user.click(bar().getByRole('button', { name: 'Dismiss' }))
    await user.keyboard('u')
    await expectToast('There is nothing to undo.')
    expect([await statusOf(first), await statusOf(second)]).toEqual(['approved', 'approved'])
  })
})

test('in the table, Undo reverts a decision that is still being saved, not the one before', async () => {
  const [first, second] = [await createOldest(), await createOldest()]
  const user = await openApp(admin, `/admin?owner=${owner.id}`)
  await user.click(await screen.findByRole('button', { name: `Approve ${first.name}` }))
  await expectToast('Community approved successfully')
  const release = holdResponses(savesOf(second))
  passDoublePress()
  await user.click(await screen.findByRole('button', { name: `Approve ${second.name}` }))
  expect(bar().getByText(second.name)).toBeVisible()
  await user.click(bar().getByRole('button', { name: /^Undo/ }))
  release()
  await expectToast('Decision undone')
  expect(await screen.findByRole('button', { name: `Approve ${second.name}` })).toBeVisible()
  expect([await statusOf(first), await statusOf(second)]).toEqual(['approved', 'pending'])
  // Now the one before is offered.
  await user.click(bar().getByRole('button', { name: /^Undo/ }))
  expect(await screen.findByRole('button', { name: `Approve ${first.name}` })).toBeVisible()
  expect(await statusOf(first)).toBe('pending')
})

test('the count of what waits follows approvals, rejections and undo before it is counted again', async () => {
  const [first, second] = [await createOldest(), await createOldest()]
  const user = await openQueue(first)
  const count = async () => {
    const view = await screen.findByRole('link', { name: /^To review \d/ })
    return Number(/\d+$/.exec(view.textContent)?.[0])
  }
  const before = await count()
  const expectCount = (expected: number) =>
    waitFor(async () => expect(await count()).toBe(expected))
  const counts = countRequests(/rpc\/summarize_review_queue/)
  await user.keyboard('a')
  await findHeading(second.name)
  await expectToast('Community approved successfully')
  await expectCount(before - 1)
  passDoublePress()
  await user.keyboard('r')
  await screen.findByRole('textbox', { name: /Reason/ })
  await user.keyboard('1{Enter}')
  await expectCount(before - 2)
  await user.keyboard('u')
  await expectCount(before - 1)
  expect(counts.count()).toBe(0)
})
