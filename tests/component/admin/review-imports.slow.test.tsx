import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
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

afterEach(clearQueue)

const secret = createSecretClient()

/** Imports communities and hands them over to the owner of the tests, which makes them the oldest. */
async function importOldest(count: number, file_name: string) {
  const ids = Array.from({ length: count }, () => crypto.randomUUID())
  const names = ids.map((_id, index) => uniqueName(`Imported ${index}`))
  const rows = ids.map((id, index) => ({ ...newCommunity({ id, name: names[index] }), groups: [] }))
  const import_id = crypto.randomUUID()
  await admin.client.rpc('import_communities', { rows, import_id, file_name }).throwOnError()
  const move = (moved: string[], created_at: string) =>
    secret.from('communities').update({ owner_id: owner.id, created_at }).in('id', moved)
  await move(ids, '2001-01-03').throwOnError()
  for (const [index, id] of ids.slice(0, 2).entries()) {
    // oxlint-disable-next-line no-await-in-loop
    await move([id], `2001-01-0${index + 1}`).throwOnError()
  }
  return { import_id, ids, names }
}

const readStatuses = async (ids: string[]) => {
  const { data } = await secret.from('communities').select('status').in('id', ids).throwOnError()
  return data.map(({ status }) => status)
}

const findKind = async (name: RegExp) =>
  within(await screen.findByRole('group', { name: 'Kind' })).findByRole('button', { name })

test('an import is one entry, which opens its communities to be decided together, and can be searched', async () => {
  const waiting = await createOldest()
  const { import_id, ids, names } = await importOldest(51, 'walks.csv')
  const other = await importOldest(1, 'swims.csv')
  const [first = '', second = '', last = ''] = [...names.slice(0, 2), names.at(-1)]
  const user = await openApp(admin, '/admin?view=queue')
  await findHeading(waiting.name)
  expect(screen.queryByRole('checkbox', { name: `Select ${first}` })).toBeNull()
  expect(await findKind(/^Imports [2-9]/)).toBeVisible()
  const entries = within(await screen.findByRole('list', { name: 'Imports' }))
  const entry = entries.getByRole('button', { name: /51 communities, [\d,]+ days ago$/ })
  expect(entry).toHaveAccessibleName(/^Import by Site Admin/)
  await user.click(entry)
  await findHeading(first)
  expect(window.location.search).toBe(`?view=queue&import=${import_id}`)
  expect(screen.getByText('1 of 51')).toBeVisible()
  const open = within(screen.getByRole('region', { name: 'Open import' }))
  expect(open.getByText('walks.csv')).toBeVisible()
  await user.keyboard('j')
  await findHeading(second)
  await user.keyboard('k')
  expect(screen.queryByRole('checkbox', { name: `Select ${other.names[0]}` })).toBeNull()
  // All of them, not only a first page.
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  expect(screen.getByText('51 selected')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Clear selection' }))
  for (const name of [first, last]) {
    // oxlint-disable-next-line no-await-in-loop
    await user.click(screen.getByRole('checkbox', { name: `Select ${name}` }))
  }
  await user.click(screen.getByRole('button', { name: /^Approve 2 communities/ }))
  await expectToast('2 communities approved successfully')
  const statuses = await readStatuses(ids)
  expect(statuses.filter((status) => status === 'approved')).toHaveLength(2)
  await findHeading(second)
  await user.click(open.getByRole('button', { name: 'Whole queue' }))
  await findHeading(waiting.name)
  expect(window.location.search).toBe('?view=queue')

  // The kind lists the communities of all imports, and a search of the queue finds them.
  await user.click(await findKind(/^Imports/))
  const [otherName = ''] = other.names
  for (const name of [second, otherName]) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await screen.findByRole('checkbox', { name: `Select ${name}` })).toBeVisible()
  }
  await user.click(await findKind(/^All/))
  await user.type(screen.getByRole('searchbox'), otherName.slice(-12))
  await findHeading(otherName)
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
