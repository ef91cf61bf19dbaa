import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCommunity } from '../support/communities.ts'
import { createUser, type TestUser } from '../support/users.ts'
import { failRequests, interceptRequests } from './requests.ts'
import { chooseInRow, findRow, openApp } from './whole-app.tsx'

let owner: TestUser

beforeEach(async () => {
  vi.stubEnv('VITE_DIRECTORY', 'live')
  owner = await createUser({ name: 'Ines Duarte' })
})
afterEach(() => vi.stubEnv('VITE_DIRECTORY', ''))

const createListed = (name: string) => createCommunity(owner, { name, status: 'approved' })

test('an approved community shows its joins, also per week as a chart with a table, and links to its public page', async () => {
  const joined = await createListed('Joined often')
  const once = await createListed('Joined once')
  await createListed('Quiet one')
  await createCommunity(owner, { name: 'Pending one' })
  const [first, second] = [(await createUser()).client, (await createUser()).client]
  await first.rpc('join_community', { community_id: joined.id }).throwOnError()
  await second.rpc('join_community', { community_id: joined.id }).throwOnError()
  await second.rpc('join_community', { community_id: once.id }).throwOnError()

  const user = await openApp(owner, '/profile')
  const row = await findRow('Joined often')
  expect(await row.findByText('2 joins in the last 30 days')).toBeVisible()
  const quiet = await findRow('Quiet one')
  expect(screen.queryByText(/No joins/)).toBeNull()
  expect(quiet.queryByText(/in the last 30 days/)).toBeNull()
  const single = await findRow('Joined once')
  expect(single.getByText('1 join in the last 30 days')).toBeVisible()
  const pending = await findRow('Pending one')
  expect(pending.queryByText(/in the last 30 days/)).toBeNull()
  expect(pending.queryByRole('button', { name: /^Share/ })).toBeNull()
  await chooseInRow(user, 'Joined often', 'Numbers')
  const dialog = within(await screen.findByRole('dialog', { name: 'Joins per week' }))
  expect(await dialog.findByText(/^2 joins in the last 12 weeks/)).toBeVisible()
  await user.click(dialog.getByText('As a table'))
  const [, thisWeek, ...others] = dialog.getAllByRole('row')
  expect(thisWeek).toHaveTextContent(/2$/)
  expect(others).toHaveLength(11)
  // A click beside a dialog without a form closes it.
  await user.click(screen.getByRole('dialog').previousElementSibling ?? document.body)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await chooseInRow(user, 'Joined often', 'Public view')
  expect(window.location.search).toBe(`?community=${joined.id}`)
})

test('without joins, the list says so once, and the numbers are one sentence', async () => {
  await createListed('Quiet one')
  await createListed('Another quiet one')
  const user = await openApp(owner, '/profile')
  expect(await screen.findAllByText(/No joins/)).toHaveLength(1)
  expect(screen.getByText('No joins in the last 30 days.')).toBeVisible()
  await chooseInRow(user, 'Quiet one', 'Numbers')
  const dialog = within(await screen.findByRole('dialog', { name: 'Joins per week' }))
  expect(await dialog.findByText(/^No joins in the last 12 weeks/)).toBeVisible()
  expect(dialog.queryByText('As a table')).toBeNull()
})

test('a failure to load joins shows one retry button and leaves the rows intact', async () => {
  await createListed('Joined often')
  await createListed('Quiet one')
  const broken = failRequests(/count_joins/)
  const user = await openApp(owner, '/profile')
  const row = await findRow('Joined often')
  const retry = await screen.findByRole('button', { name: 'Try again to load the joins' })
  expect(row.getByRole('button', { name: 'Edit Joined often' })).toBeVisible()
  broken.restore()
  await user.click(retry)
  expect(await screen.findByText('No joins in the last 30 days.')).toBeVisible()
})

test('the profile neither shows nor requests joins while the directory is closed', async () => {
  vi.stubEnv('VITE_DIRECTORY', '')
  await createListed('Not on view yet')
  const requests = interceptRequests(/count_joins/, () => Response.json([]))
  await openApp(owner, '/profile')
  const row = await findRow('Not on view yet')
  expect(row.queryByRole('button', { name: /^Share/ })).toBeNull()
  expect(row.queryByText(/joined|joins/)).toBeNull()
  expect(requests.count()).toBe(0)
})
