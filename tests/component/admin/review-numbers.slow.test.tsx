import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { countRequests, failRequests } from '../requests.ts'
import { expectToast } from '../whole-app.tsx'
import { clearQueue, createOldest, findHeading, findRegion, openQueue } from './queue.ts'

afterEach(clearQueue)

const request = /rpc\/list_review_numbers/

test('the numbers of the queue load when they are opened, with a retry, and for another period', async () => {
  const [first, second] = [await createOldest(), await createOldest()]
  const requests = countRequests(request)
  const user = await openQueue(first)
  await user.keyboard('a')
  await findHeading(second.name)
  await expectToast('Community approved successfully')
  expect(requests.count()).toBe(0)
  const broken = failRequests(request)
  const button = screen.getByRole('button', { name: 'Numbers' })
  expect(button).toHaveAttribute('aria-expanded', 'false')
  await user.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'true')
  const failure = await screen.findByText('Error loading the numbers')
  broken.restore()
  const section = within(failure.closest('section') ?? document.body)
  await user.click(section.getByRole('button', { name: 'Try again' }))
  const numbers = await findRegion('Numbers')
  expect(await numbers.findByText('Site Admin')).toBeVisible()
  expect(numbers.getByText(/^\d+, oldest [\d,]+ days$/)).toBeVisible()
  expect(numbers.getByText('Waiting').nextSibling).toHaveTextContent(/New/)
  const loaded = requests.count()
  await user.click(numbers.getByRole('button', { name: 'Last 30 days' }))
  await waitFor(() => expect(requests.count()).toBe(loaded + 1))
  await user.click(button)
  expect(screen.queryByRole('region', { name: 'Numbers' })).toBeNull()
})
