import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSecretClient } from '../../support/users.ts'
import { countRequests, failRequests, interceptRequests } from '../requests.ts'
import { openApp, returnToTab } from '../whole-app.tsx'
import {
  admin,
  clearQueue,
  createOldest,
  findHeading,
  findRegion,
  openQueue,
  owner,
} from './queue.ts'

beforeEach(() => localStorage.clear())
afterEach(clearQueue)

// New accounts are a signal themselves.
const lastYear = { created_at: '2025-01-01T00:00:00Z' }
const profiles = createSecretClient().from('profiles')
await profiles.update(lastYear).eq('id', owner.id).throwOnError()

const request = /rpc\/risk_signals/

test('a community with risk signals shows a sentence about each, and one without shows none', async () => {
  const risky = await createOldest({ description: 'Call +351 912 345 678, or https://bit.ly/x1' })
  const harmless = await createOldest({ description: 'We meet on 28.11.2026, 10:00 - 18:00.' })
  const user = await openQueue(risky)
  const signals = await findRegion('Risk signals')
  expect(signals.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'The text has a shortened link, which hides where it leads.',
    'The text has a phone number.',
  ])
  await user.keyboard('j')
  await findHeading(harmless.name)
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Risk signals' })).toBeNull())
})

test('the list marks communities with risk signals, with one request for the page', async () => {
  const risky = await createOldest({ description: 'Call +351 912 345 678, or https://bit.ly/x1' })
  const harmless = await createOldest()
  const requests = countRequests(request)
  const user = await openApp(admin, '/admin?view=queue&as=list')
  const list = within(await screen.findByRole('list', { name: 'Waiting for review' }))
  const entry = (name: string) => within(list.getByText(name).closest('li') ?? document.body)
  expect(await entry(risky.name).findByText('2 risk signals')).toBeInTheDocument()
  expect(entry(harmless.name).queryByText(/risk signal/)).toBeNull()
  await user.keyboard('j')
  await findHeading(harmless.name)
  expect(requests.count()).toBe(1)
})

test('a community that enters the list later is marked, and the riskiest can be listed first', async () => {
  const harmless = await createOldest()
  const user = await openApp(admin, '/admin?view=queue&as=list')
  await findHeading(harmless.name)
  const risky = await createOldest({ description: 'Call +351 912 345 678, or https://bit.ly/x1' })
  returnToTab()
  const list = within(screen.getByRole('list', { name: 'Waiting for review' }))
  const entry = (await list.findByText(risky.name)).closest('li') ?? document.body
  expect(await within(entry).findByText('2 risk signals')).toBeInTheDocument()
  expect(list.getAllByRole('listitem')[0]).toHaveTextContent(harmless.name)
  await user.selectOptions(
    screen.getByRole('combobox', { name: 'Sort by' }),
    'Most risk signals first',
  )
  await findHeading(risky.name)
  expect(window.location.search).toContain('sort=risk')
})

test('risk signals that fail to load are reported, with a button to try again', async () => {
  const broken = failRequests(request)
  const user = await openQueue(await createOldest({ description: 'Call +351 912 345 678' }))
  const notice = await screen.findByText("Couldn't load the risk signals.", {}, { timeout: 5000 })
  broken.restore()
  await user.click(within(notice.closest('[role="alert"]') ?? document.body).getByRole('button'))
  expect(await findRegion('Risk signals')).toBeDefined()
})

test.each([
  [301, 1],
  [300, 0],
])(
  'with %i communities, the order by risk has %i note that it leaves out some',
  async (items, notes) => {
    const { name } = await createOldest()
    const summary = { kind: 'new', items, communities: items, oldest: '2026-01-01T00:00:00Z' }
    interceptRequests(/rpc\/summarize_review_queue/, () => Response.json([summary]))
    await openApp(admin, '/admin?view=queue&as=list&sort=risk')
    await findHeading(name)
    await screen.findByRole('option', { name: `New (${items})` })
    expect(screen.queryAllByText('The 300 most urgent are sorted by risk.')).toHaveLength(notes)
  },
)
