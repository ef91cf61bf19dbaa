import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { countRequests, failRequests } from '../requests.ts'
import { expectToast } from '../whole-app.tsx'
import { clearQueue, createOldest, findHeading, findRegion, openQueue } from './queue.ts'

beforeEach(() => localStorage.clear())
afterEach(clearQueue)

const request = /rpc\/list_review_numbers/

test('the numbers of the queue load when they are opened, and for another period', async () => {
  const [first, second] = [await createOldest(), await createOldest()]
  const requests = countRequests(request)
  const user = await openQueue(first)
  await user.keyboard('a')
  await findHeading(second.name)
  await expectToast('Community approved successfully')
  expect(requests.count()).toBe(0)
  const button = screen.getByRole('button', { name: 'Numbers' })
  expect(button).toHaveAttribute('aria-expanded', 'false')
  await user.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'true')
  const numbers = await findRegion('Numbers')
  expect(await numbers.findByText('Site Admin')).toBeVisible()
  expect(numbers.getByText(/^\d+, oldest [\d,]+ days$/)).toBeVisible()
  expect(numbers.getByText('Waiting').nextSibling).toHaveTextContent(/New/)
  // Strict mode mounts it twice.
  const loaded = requests.count()
  await user.click(numbers.getByRole('button', { name: 'Last 30 days' }))
  await waitFor(() => expect(requests.count()).toBe(loaded + 1))
  await user.click(button)
  expect(screen.queryByRole('region', { name: 'Numbers' })).toBeNull()
})

test('numbers that fail to load are reported, with a button to try again', async () => {
  const user = await openQueue(await createOldest())
  const broken = failRequests(request)
  await user.click(screen.getByRole('button', { name: 'Numbers' }))
  const failure = await screen.findByText('Error loading the numbers', {}, { timeout: 5000 })
  broken.restore()
  const section = within(failure.closest('section') ?? document.body)
  await user.click(section.getByRole('button', { name: 'Try again' }))
  expect(await section.findByText('Waiting')).toBeVisible()
})
