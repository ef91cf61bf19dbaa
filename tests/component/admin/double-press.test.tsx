import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { expectToast } from '../whole-app.tsx'
import {
  clearQueue,
  createThree,
  findHeading,
  openQueue,
  passDoublePress,
  statusOf,
} from './queue.ts'

afterEach(clearQueue)

/** Gives all events of presses the same time, however long they take, and later than those before. */
async function pressAtOnce(press: () => Promise<void>): Promise<void> {
  passDoublePress()
  const now = performance.now.bind(performance)
  const time = now()
  performance.now = () => time
  const resume = () => {
    performance.now = now
  }
  onTestFinished(resume)
  await press()
  resume()
}

test('a decision pressed right after another one does nothing; J, K and U work at once', async () => {
  const { first, second, third } = await createThree()
  const expectStatuses = (expected: string) =>
    expect
      .poll(async () => (await Promise.all([first, second, third].map(statusOf))).join(' '))
      .toBe(expected)
  const user = await openQueue(first)
  await pressAtOnce(async () => {
    await user.keyboard('aj')
    await findHeading(third.name)
    await user.keyboard('k')
    await findHeading(second.name)
    await user.keyboard('u')
    await findHeading(first.name)
  })
  await expectToast('Decision undone')
  await expectStatuses('pending pending pending')
  await pressAtOnce(() => user.dblClick(screen.getByRole('button', { name: /^Approve/ })))
  await findHeading(second.name)
  await pressAtOnce(() => user.keyboard('aar'))
  await findHeading(third.name)
  expect(screen.queryByRole('dialog')).toBeNull()
  await expectStatuses('approved approved pending')
})

test('a press right after the submit button of a dialog decides nothing about the next community', async () => {
  const { first, second } = await createThree()
  const user = await openQueue(first)
  await user.keyboard('r')
  await screen.findByRole('dialog', { name: 'Reject community' })
  await pressAtOnce(async () => {
    await user.keyboard('1{Enter}')
    await findHeading(second.name)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.keyboard('ar')
  })
  expect(screen.queryByRole('dialog')).toBeNull()
  // A decision would show the next community at once.
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent(second.name)
  await expect.poll(() => statusOf(first)).toBe('rejected')
  passDoublePress()
  await user.keyboard('a')
  await expect.poll(() => statusOf(second)).toBe('approved')
})
