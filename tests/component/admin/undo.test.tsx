import { act, screen, waitFor, within } from '@testing-library/react'
import { toast } from 'react-hot-toast'
import { afterEach, expect, test } from 'vitest'
import { readCommunity } from '../../support/communities.ts'
import { createSecretClient } from '../../support/users.ts'
import { countRequests, failRequests, holdResponses, interceptRequests } from '../requests.ts'
import { expectToast } from '../whole-app.tsx'
import {
  admin,
  clearQueue,
  createThree,
  declineWithReason,
  findHeading,
  openEntry,
  openQueue,
  passDoublePress,
  statusOf,
  updateCommunity,
} from './queue.ts'

afterEach(clearQueue)

const bar = () => within(screen.getByRole('status', { name: 'Last decision' }))
const savesOf = ({ id }: { id: string }) => new RegExp(`communities\\?id=eq.${id}`)

/** Opens the queue with three communities, and approves the first. */
async function approveFirst() {
  const { first, second, third } = await createThree()
  const user = await openQueue(first)
  const waiting = await screen.findByRole('link', { name: /^To review \d/ })
  const readCount = () => Number(/\d+$/.exec(waiting.textContent)?.[0])
  const before = readCount()
  /** Waits until this many fewer communities wait than at first. */
  const expectCount = (fewer: number) => waitFor(() => expect(readCount()).toBe(before - fewer))
  const press = (keys: string) => {
    passDoublePress()
    return user.keyboard(keys)
  }
  const reject = () => {
    passDoublePress()
    return declineWithReason(user, 'Reject community', 4)
  }
  const expectStatuses = (expected: string[]) =>
    waitFor(async () =>
      expect(await Promise.all([first, second, third].map(statusOf))).toEqual(expected),
    )
  await user.keyboard('a')
  await findHeading(second.name)
  await expectToast('Community approved successfully')
  return { user, first, second, third, press, reject, expectStatuses, expectCount }
}

test('U reverts the last decision, then the one before, and the count of what waits follows', async () => {
  const { user, first, second, third, press, reject, ...expects } = await approveFirst()
  const { expectStatuses, expectCount } = expects
  const counts = countRequests(/rpc\/summarize_review_queue/)
  await expectCount(1)
  const decision = { status: 'approved', approved_by: admin.id }
  expect(await readCommunity(first.id)).toMatchObject(decision)
  // Reported once: by the offer alone.
  const offer = bar().getByText(first.name)
  expect(offer.parentElement).toHaveTextContent(/^Community approved successfully/)
  expect(screen.getAllByText('Community approved successfully')).toHaveLength(1)
  await press('u')
  expect(await findHeading(first.name)).toHaveFocus()
  await expectToast('Decision undone')
  expect(offer).not.toBeInTheDocument()
  await expectStatuses(['pending', 'pending', 'pending'])
  await expectCount(0)
  expect(screen.getByRole('button', { name: /^Approve/ })).toBeEnabled()

  await press('a')
  await findHeading(second.name)
  await reject()
  await expectToast('Community rejected successfully')
  await expectCount(2)
  await press('uu')
  await expectStatuses(['pending', 'pending', 'pending'])
  expect(await findHeading(first.name)).toBeVisible()
  await expectCount(0)
  expect(counts.count()).toBe(0)

  // A dismissed offer takes those before with it.
  await press('a')
  await findHeading(second.name)
  await press('a')
  await findHeading(third.name)
  await expectStatuses(['approved', 'approved', 'pending'])
  await user.click(await bar().findByRole('button', { name: 'Dismiss' }))
  await press('u')
  await expectToast('There is nothing to undo.')
  await expectStatuses(['approved', 'approved', 'pending'])

  await press('a')
  await expectStatuses(['approved', 'approved', 'approved'])
  await updateCommunity(createSecretClient(), third.id, { updated_at: new Date().toISOString() })
  await user.click(await screen.findByRole('button', { name: /^Undo/ }))
  await expectToast('Failed to undo: This decision can no longer be undone.')
  expect(bar().queryByText(third.name)).toBeNull()
  await expectStatuses(['approved', 'approved', 'approved'])
})

test('U after a decision that is being saved, or was not, reverts no other one', async () => {
  const { user, second, third, press, reject, expectStatuses } = await approveFirst()
  const notSaved = "The last decision wasn't saved, so there is nothing to undo."
  const broken = failRequests(savesOf(second))
  await press('a')
  await expectToast(/^Failed to approve community/)
  broken.restore()
  expect(bar().getByText('Not saved')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
  await press('u')
  await expectToast(notSaved)
  await expectStatuses(['approved', 'pending', 'pending'])

  // One that fails after U was pressed.
  await openEntry(user, second.name)
  act(() => toast.remove())
  let fail = () => {}
  const failed = new Promise<void>((resolve) => (fail = resolve))
  const late = interceptRequests(savesOf(second), async () => {
    await failed
    return Response.json({ message: 'broken' }, { status: 500 })
  })
  await press('au')
  fail()
  await expectToast(notSaved)
  await expectToast(/^Failed to approve community/)
  late.restore()
  expect(await findHeading(second.name)).toBeVisible()
  await expectStatuses(['approved', 'pending', 'pending'])

  // One that is saved after U was pressed.
  act(() => toast.remove())
  const release = holdResponses(savesOf(second))
  await press('a')
  expect(bar().getByText(second.name).parentElement).toHaveTextContent(/^Saving/)
  await press('u')
  expect(await findHeading(second.name)).toBeVisible()
  expect(bar().getByText('Will be undone once saved')).toBeVisible()
  // It cannot be decided until then.
  await press('a')
  release()
  await expectToast('Decision undone')
  await expectStatuses(['approved', 'pending', 'pending'])

  // One that is saved later than the next one keeps its place.
  act(() => toast.remove())
  const releaseAgain = holdResponses(savesOf(second))
  await press('a')
  await findHeading(third.name)
  await reject()
  await expectToast('Community rejected successfully')
  releaseAgain()
  await expectToast('Community approved successfully')
  expect(bar().getByText(third.name)).toBeVisible()
  await press('u')
  await expectToast('Decision undone')
  await expectStatuses(['approved', 'approved', 'pending'])
})
