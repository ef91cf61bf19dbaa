import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createSecretClient } from '../../support/users.ts'
import { countRequests, failRequests, interceptRequests } from '../requests.ts'
import { returnToTab } from '../whole-app.tsx'
import { clearQueue, createOldest, findHeading, findRegion, openList, owner } from './queue.ts'

afterEach(clearQueue)

const setAge = async (created_at: string) =>
  void (await createSecretClient()
    .from('profiles')
    .update({ created_at })
    .eq('id', owner.id)
    .throwOnError())
// New accounts are a signal themselves.
beforeAll(() => setAge('2025-01-01T00:00:00Z'))
afterAll(() => setAge(new Date().toISOString()))

const request = /rpc\/risk_signals/
const description = 'Call +351 912 345 678, or https://bit.ly/x1'

const findEntry = async (name: string) => {
  const list = within(await screen.findByRole('list', { name: 'Waiting for review' }))
  return within((await list.findByText(name)).closest('li') ?? document.body)
}

test('the list marks communities with risk signals, and the open one has a sentence about each', async () => {
  const risky = await createOldest({ description })
  const harmless = await createOldest({ description: 'We meet on 28.11.2026, 10:00 - 18:00.' })
  const requests = countRequests(request)
  const user = await openList()
  const signals = await findRegion('Risk signals')
  expect(signals.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'The text has a shortened link, which hides where it leads.',
    'The text has a phone number.',
  ])
  expect(await (await findEntry(risky.name)).findByText('2 risk signals')).toBeInTheDocument()
  expect((await findEntry(harmless.name)).queryByText(/risk signal/)).toBeNull()
  await user.keyboard('j')
  await findHeading(harmless.name)
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Risk signals' })).toBeNull())
  // One for the page.
  expect(requests.count()).toBe(1)

  const later = await createOldest({ description: `${description}, t.me/lisbon_walks` })
  returnToTab()
  expect(await (await findEntry(later.name)).findByText('3 risk signals')).toBeInTheDocument()
  const sort = screen.getByRole('combobox', { name: 'Sort by' })
  await user.selectOptions(sort, 'Most risk signals first')
  await findHeading(later.name)
  expect(window.location.search).toContain('sort=risk')
  expect(screen.queryByText('The 300 most urgent are sorted by risk.')).toBeNull()
  // The order leaves out some of a longer queue.
  const longQueue = { kind: 'new', items: 301, communities: 301, oldest: '2026-01-01T00:00:00Z' }
  interceptRequests(/rpc\/summarize_review_queue/, () => Response.json([longQueue]))
  await waitFor(() => {
    returnToTab()
    expect(screen.getByText('The 300 most urgent are sorted by risk.')).toBeVisible()
  })
})

test('risk signals that fail to load are reported, with a button to try again', async () => {
  const broken = failRequests(request)
  await createOldest({ description })
  const user = await openList()
  const notice = await screen.findByText("Couldn't load the risk signals.")
  broken.restore()
  await user.click(within(notice.closest('[role="alert"]') ?? document.body).getByRole('button'))
  expect(await findRegion('Risk signals')).toBeDefined()
})
