import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { readCommunity } from '../../support/communities.ts'
import { expectToast } from '../whole-app.tsx'
import { clearQueue, createOldest, findHeading, openQueue, passDoublePress } from './queue.ts'

beforeEach(() => localStorage.clear())
afterEach(clearQueue)

const statusOf = async ({ id }: { id: string }) => (await readCommunity(id)).status

/** Gives all events the same time, however long a request takes. Returns a function that ends it. */
function stopClock() {
  const now = performance.now.bind(performance)
  const time = now()
  performance.now = () => time
  const resume = () => {
    performance.now = now
  }
  onTestFinished(resume)
  return resume
}

async function openThree() {
  const [first, second, third] = [
    await createOldest(),
    await createOldest(),
    await createOldest(),
  ] as const
  return { user: await openQueue(first), first, second, third }
}

test('a double click on Approve and a key that is hit twice decide one community', async () => {
  const { user, first, second, third } = await openThree()
  await user.dblClick(screen.getByRole('button', { name: /^Approve/ }))
  expect(await findHeading(second.name)).toBeVisible()
  passDoublePress()
  await user.keyboard('aa')
  expect(await findHeading(third.name)).toBeVisible()
  await expectToast('Community approved successfully')
  await expect.poll(() => statusOf(second)).toBe('approved')
  expect([await statusOf(first), await statusOf(third)]).toEqual(['approved', 'pending'])
})

test('R right after A asks nothing about the community that has just appeared', async () => {
  const { user, first, second } = await openThree()
  await user.keyboard('ar')
  expect(await findHeading(second.name)).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  await expect.poll(() => statusOf(first)).toBe('approved')
  passDoublePress()
  await user.keyboard('r')
  expect(await screen.findByRole('dialog', { name: 'Reject community' })).toBeVisible()
})

test('J, K and U work right after a decision', async () => {
  const { user, first, second, third } = await openThree()
  await user.keyboard('aj')
  expect(await findHeading(third.name)).toBeVisible()
  await user.keyboard('k')
  expect(await findHeading(second.name)).toBeVisible()
  await user.keyboard('u')
  expect(await findHeading(first.name)).toBeVisible()
  await expectToast('Decision undone')
  expect(await statusOf(first)).toBe('pending')
})

test('a press right after the submit button of a dialog decides nothing about the next community', async () => {
  const { user, first, second } = await openThree()
  await user.keyboard('r')
  await screen.findByRole('dialog', { name: 'Reject community' })
  passDoublePress()
  const resume = stopClock()
  await user.keyboard('1{Enter}')
  expect(await findHeading(second.name)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('ar')
  resume()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await statusOf(first)).toBe('rejected')
  passDoublePress()
  await user.keyboard('a')
  await expect.poll(() => statusOf(second)).toBe('approved')
})
