import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createSecretClient, createUser } from '../../support/users.ts'
import { expectToast, returnToTab } from '../whole-app.tsx'
import {
  admin,
  clearQueue,
  createMany,
  narrowWindow,
  openList,
  owner,
  passDoublePress,
} from './queue.ts'

afterEach(clearQueue)

/** Opens the list of the queue with its first communities, of which 50 are loaded. */
async function openRows(count: number) {
  const word = crypto.randomUUID().slice(0, 8)
  const nameOf = (number: number) => `Row-${String(number).padStart(2, '0')} ${word}`
  await createMany(Array.from({ length: count }, (_none, index) => nameOf(index + 1)))
  const user = await openList()
  const findCheckbox = (number: number) =>
    screen.findByRole('checkbox', { name: `Select ${nameOf(number)}` })
  await findCheckbox(1)
  const shiftClick = async (element: HTMLElement) => {
    await user.keyboard('{Shift>}')
    await user.click(element)
    await user.keyboard('{/Shift}')
  }
  /** Returns the numbers of the communities that an admin has approved. */
  const readApprovedBy = async ({ id }: { id: string }) => {
    const found = createSecretClient().from('communities').select('name').eq('approved_by', id)
    const { data } = await found.eq('owner_id', owner.id).order('name').throwOnError()
    return data.map(({ name }) => Number(name.slice(4, 6)))
  }
  return { user, nameOf, findCheckbox, shiftClick, readApprovedBy }
}

test('a selection survives pages and filters, loses what a colleague decides, and exactly it is decided', async () => {
  const colleague = await createUser({ admin: true })
  const { user, nameOf, findCheckbox, shiftClick, readApprovedBy } = await openRows(52)
  await user.click(await findCheckbox(1))
  await shiftClick(await findCheckbox(4))
  expect(screen.getByText('4 selected')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  await user.click(await findCheckbox(52))

  const decided = colleague.client.from('communities').update({ status: 'approved' })
  await decided.in('name', [2, 3, 30].map(nameOf)).throwOnError()
  await waitFor(() => {
    returnToTab()
    expect(screen.getByText('2 of 5 were decided by others')).toBeVisible()
  })
  expect(screen.getByText('3 selected')).toBeVisible()
  // It has moved up.
  expect(await findCheckbox(52)).toBeChecked()
  await user.type(screen.getByRole('searchbox'), 'Row-5')
  expect(await screen.findByText('2 not in this list')).toBeVisible()
  expect(screen.getByText('3 selected')).toBeVisible()

  await user.click(screen.getByRole('button', { name: /^Approve 3 communities/ }))
  await expectToast('3 communities approved successfully')
  expect(await readApprovedBy(admin)).toEqual([1, 4, 52])
  expect(await readApprovedBy(colleague)).toEqual([2, 3, 30])
  expect(screen.queryByText(/^\d+ selected$/)).toBeNull()
  // Until it is dismissed, and not about the reviewer's own decisions.
  expect(screen.getByText('2 of 5 were decided by others')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'OK' }))
  expect(screen.queryByText(/decided by others/)).toBeNull()
})

test('Shift+X and Shift+click select all from the last one', async () => {
  const { user, findCheckbox, shiftClick } = await openRows(5)
  await user.click(screen.getByRole('button', { name: /^Row-02/ }))
  await user.keyboard('xjj{Shift>}x{/Shift}')
  expect(screen.getByText('3 selected')).toBeVisible()
  for (const number of [2, 3, 4]) expect(await findCheckbox(number)).toBeChecked()
  expect(await findCheckbox(5)).not.toBeChecked()
  await shiftClick(screen.getByRole('button', { name: /^Row-01/ }))
  expect(screen.getByText('4 selected')).toBeVisible()
  expect(await findCheckbox(1)).toBeChecked()
})

test('on a narrow screen the list replaces the community, which then shows the number selected', async () => {
  narrowWindow()
  const { user, findCheckbox, readApprovedBy } = await openRows(5)
  await user.click(await findCheckbox(2))
  await user.click(await findCheckbox(3))
  await user.click(screen.getByRole('button', { name: 'List', pressed: true }))
  expect(screen.queryByRole('list', { name: 'Waiting for review' })).toBeNull()
  expect(screen.getByText('2 selected')).toBeVisible()
  await user.keyboard('a')
  await expectToast('Community approved successfully')
  expect(await readApprovedBy(admin)).toEqual([1])
  passDoublePress()
  await user.keyboard('a')
  await waitFor(async () => expect(await readApprovedBy(admin)).toEqual([1, 2]))
  // Decided by the same admin.
  expect(await screen.findByText('1 selected')).toBeVisible()
  expect(screen.queryByText(/decided by others/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'List', pressed: false }))
  await user.click(screen.getByRole('button', { name: 'Clear selection' }))
  expect(screen.queryByText(/^\d+ selected$/)).toBeNull()
  // Opening one closes the list.
  await user.click(screen.getByRole('button', { name: /^Row-05/ }))
  expect(await screen.findByRole('heading', { name: /^Row-05/ })).toBeVisible()
  expect(window.location.search).toBe('?view=queue')
})
