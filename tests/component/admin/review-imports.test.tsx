import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newCommunity } from '../../support/communities.ts'
import { createSecretClient } from '../../support/users.ts'
import { expectToast, openApp } from '../whole-app.tsx'
import {
  admin,
  clearQueue,
  createOldest,
  findHeading,
  narrowWindow,
  owner,
  uniqueName,
} from './queue.ts'

beforeEach(() => localStorage.clear())
afterEach(clearQueue)

const secret = createSecretClient()

/** Imports communities and hands them over to the owner of the tests, which makes them the oldest. */
async function importOldest(count: number, file_name: string) {
  const ids = Array.from({ length: count }, () => crypto.randomUUID())
  const names = ids.map((_id, index) => uniqueName(`Imported ${index}`))
  const rows = ids.map((id, index) => ({ ...newCommunity({ id, name: names[index] }), groups: [] }))
  const import_id = crypto.randomUUID()
  await admin.client.rpc('import_communities', { rows, import_id, file_name }).throwOnError()
  for (const [index, id] of ids.entries()) {
    const created_at = new Date(Date.UTC(2001, 0, 1, 0, index)).toISOString()
    const moved = secret.from('communities').update({ owner_id: owner.id, created_at })
    // oxlint-disable-next-line no-await-in-loop
    await moved.eq('id', id).throwOnError()
  }
  return { import_id, ids, names }
}

const readStatuses = async (ids: string[]) => {
  const { data } = await secret.from('communities').select('status').in('id', ids).throwOnError()
  return data.map(({ status }) => status)
}

const findKind = async (name: RegExp) =>
  within(await screen.findByRole('group', { name: 'Kind' })).findByRole('button', { name })

test('an import is one entry, which opens its communities to be decided together', async () => {
  const waiting = await createOldest()
  const { import_id, ids, names } = await importOldest(53, 'walks.csv')
  const other = await importOldest(1, 'swims.csv')
  const [first = '', second = ''] = names
  const user = await openApp(admin, '/admin?view=queue')
  await findHeading(waiting.name)
  expect(screen.queryByRole('checkbox', { name: `Select ${first}` })).toBeNull()
  expect(await findKind(/^Imports [2-9]/)).toBeVisible()
  const entries = within(await screen.findByRole('list', { name: 'Imports' }))
  const entry = entries.getByRole('button', { name: /53 communities, [\d,]+ days ago$/ })
  expect(entry).toHaveAccessibleName(/^Import by Site Admin/)
  await user.click(entry)
  await findHeading(first)
  expect(window.location.search).toBe(`?view=queue&import=${import_id}`)
  expect(screen.getByText('1 of 53')).toBeVisible()
  const open = within(screen.getByRole('region', { name: 'Open import' }))
  expect(open.getByText('walks.csv')).toBeVisible()
  await user.keyboard('j')
  await findHeading(second)
  await user.keyboard('k')
  expect(screen.queryByRole('checkbox', { name: `Select ${other.names[0]}` })).toBeNull()
  // All of them, not only a first page.
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  expect(screen.getByText('53 selected')).toBeVisible()
  await user.click(screen.getByRole('checkbox', { name: `Select ${second}` }))
  await user.click(screen.getByRole('button', { name: /^Approve 52 communities/ }))
  await expectToast('52 communities approved successfully')
  expect((await readStatuses(ids)).toSorted()).toEqual([
    ...ids.slice(1).map(() => 'approved'),
    'pending',
  ])
  await findHeading(second)
  await user.click(open.getByRole('button', { name: 'Whole queue' }))
  await findHeading(waiting.name)
  expect(window.location.search).toBe('?view=queue')
})

test('the kind lists the communities of all imports, and a search of the queue finds them', async () => {
  const [one, two] = [await importOldest(1, 'one.csv'), await importOldest(1, 'two.csv')]
  const user = await openApp(admin, '/admin?view=queue')
  await user.click(await findKind(/^Imports/))
  for (const name of [...one.names, ...two.names]) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await screen.findByRole('checkbox', { name: `Select ${name}` })).toBeVisible()
  }
  await user.click(await findKind(/^All/))
  await user.type(screen.getByRole('searchbox'), two.names[0] ?? '')
  await findHeading(two.names[0] ?? '')
  expect(await screen.findByText('1 of 1')).toBeVisible()
  expect(screen.queryByRole('list', { name: 'Imports' })).toBeNull()
})

test('a reviewed import leads back to the queue, also on a narrow screen', async () => {
  narrowWindow()
  const { import_id, names } = await importOldest(1, 'one.csv')
  const waiting = await createOldest()
  const user = await openApp(admin, `/admin?view=queue&import=${import_id}`)
  await findHeading(names[0] ?? '')
  await user.keyboard('a')
  expect(await screen.findByText('Import reviewed')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show all to review' }))
  await findHeading(waiting.name)
  await waitFor(() => expect(window.location.search).toBe('?view=queue'))
})
