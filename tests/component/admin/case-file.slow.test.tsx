import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createCommunity, newCommunity, readCommunity } from '../../support/communities.ts'
import { createSecretClient, createUser } from '../../support/users.ts'
import { failRequests } from '../requests.ts'
import { openApp } from '../whole-app.tsx'
import {
  admin,
  findHeading,
  findRegion,
  openInQueue,
  uniqueName,
  updateCommunity,
} from './queue.ts'

const secret = createSecretClient()
const owners: string[] = []
afterEach(async () => {
  await secret.from('communities').delete().in('owner_id', owners.splice(0)).throwOnError()
})

/** Creates an owner with a hidden and a rejected community, and a report that led to the hide. */
async function createHistory() {
  const owner = await createUser({ name: uniqueName('Olivia') })
  owners.push(owner.id)
  const hidden = await createCommunity(owner, { name: uniqueName('Hidden'), status: 'approved' })
  const rejected = await createCommunity(owner, { name: uniqueName('Rejected') })
  await updateCommunity(admin.client, rejected.id, { status: 'rejected', rejection_reason: 'Ad.' })
  const reporter = await createUser({ name: 'Vera Visitor' })
  const report = { community_id: hidden.id, reason: 'spam' } as const
  await reporter.client.rpc('report_community', report).throwOnError()
  const { updated_at: version } = await readCommunity(hidden.id)
  const hiding = { community_id: hidden.id, version, reason: 'Only adverts.' }
  await admin.client.rpc('hide_community', hiding).throwOnError()
  return { owner, hidden, rejected }
}

/** Waits for the profile, which replaces a placeholder. */
async function findFile() {
  await screen.findByRole('region', { name: 'Timeline' })
  return within(screen.getByRole('dialog', { name: 'User Profile' }))
}

test('a user is a case file: communities, reports, decisions and one timeline, but never who reported', async () => {
  const { owner, hidden, rejected } = await createHistory()
  const broken = failRequests(/count_case_file/)
  const user = await openApp(admin, `/admin?tab=users&q=${owner.email}`)
  await user.click(await screen.findByRole('button', { name: /^Olivia/ }))
  const file = await findFile()
  expect(file.getByLabelText('Credits')).toHaveValue('3')
  expect(file.getByText('Member Since')).toBeVisible()

  const communities = within(file.getByRole('region', { name: 'Their communities' }))
  expect(await communities.findByRole('link', { name: rejected.name })).toBeVisible()
  expect(communities.getByText('Hidden')).toBeVisible()
  const numbers = within(file.getByRole('region', { name: 'Reports and decisions' }))
  // A section that does not load can be retried, while the others stay.
  const retry = await numbers.findByRole('button', { name: 'Try again' })
  broken.restore()
  await user.click(retry)
  expect(await numbers.findByText('1 (1 upheld)')).toBeVisible()
  expect(numbers.getByText('2 (1 rejected, 1 hidden)')).toBeVisible()
  const timeline = within(file.getByRole('region', { name: 'Timeline' }))
  const entries = await timeline.findAllByRole('listitem')
  expect(entries[0]).toHaveTextContent(/^Hidden by Site Admin/)
  expect(timeline.getByText('Rejected')).toBeVisible()
  expect(document.body).not.toHaveTextContent('Vera Visitor')

  await user.click(communities.getByRole('link', { name: hidden.name }))
  const view = within(await screen.findByRole('dialog', { name: 'Community' }))
  expect(await view.findByText('Only adverts.')).toBeVisible()
})

test('a link to a user who is gone says so', async () => {
  const user = await openApp(admin, `/admin?user=${crypto.randomUUID()}`)
  expect(await screen.findByText('This user no longer exists')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(window.location.search).toBe('')
})

test('the desk links the owner, their other communities and possible duplicates', async () => {
  const { owner, hidden } = await createHistory()
  const twin = await createUser({ name: uniqueName('Twin') })
  owners.push(twin.id)
  const name = uniqueName('Walkers')
  const duplicate = await createCommunity(twin, { name: `${name} one`, status: 'approved' })
  const row = newCommunity({ name, owner_id: owner.id, created_at: '2000-01-01T00:00:00Z' })
  await secret.from('communities').insert(row).throwOnError()
  const user = await openInQueue(name)
  await findHeading(name)

  const similar = within(await screen.findByRole('alert'))
  await user.click(similar.getByRole('link', { name: duplicate.name }))
  const view = within(await screen.findByRole('dialog', { name: 'Community' }))
  expect((await view.findAllByText(duplicate.name))[0]).toBeVisible()
  await user.click((await view.findAllByRole('link', { name: /^Twin/ }))[0] ?? document.body)
  expect(await (await findFile()).findByText(twin.email)).toBeVisible()
  expect(screen.queryByRole('dialog', { name: 'Community' })).toBeNull()
  // Closing returns to the community, as Back does.
  await user.click(screen.getAllByRole('button', { name: 'Close' })[0] ?? document.body)
  const shown = await screen.findByRole('dialog', { name: 'Community' })
  await user.click(within(shown).getAllByRole('button', { name: 'Close' })[0] ?? document.body)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  const panel = await findRegion('Owner')
  expect(await panel.findByRole('link', { name: hidden.name })).toBeVisible()
  await user.click(panel.getByRole('link', { name: /^Olivia/ }))
  expect(await (await findFile()).findByText(owner.email)).toBeVisible()
  expect(window.location.search).toContain('view=queue')
})
