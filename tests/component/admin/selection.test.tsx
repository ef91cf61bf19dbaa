import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newCommunity } from '../../support/communities.ts'
import { createSecretClient, createUser } from '../../support/users.ts'
import { expectToast, openApp, returnToTab } from '../whole-app.tsx'
import { admin, clearQueue, narrowWindow, owner, passDoublePress } from './queue.ts'

/* The first 60 communities of the queue, of which 50 are loaded. A colleague decides some of them at the same time. */

const colleague = await createUser({ admin: true })

beforeEach(() => localStorage.clear())
afterEach(clearQueue)

async function openList() {
  const word = crypto.randomUUID().slice(0, 8)
  const nameOf = (number: number) => `Row-${String(number).padStart(2, '0')} ${word}`
  const rows = Array.from({ length: 60 }, (_none, index) =>
    newCommunity({
      name: nameOf(index + 1),
      owner_id: owner.id,
      created_at: new Date(Date.UTC(2001, 0, 1, 0, index)).toISOString(),
    }),
  )
  await createSecretClient().from('communities').insert(rows).throwOnError()
  const user = await openApp(admin, '/admin?view=queue&as=list')
  const findCheckbox = (number: number) =>
    screen.findByRole('checkbox', { name: `Select ${nameOf(number)}` })
  await findCheckbox(1)
  const readApproved = async () => {
    const found = createSecretClient().from('communities').select('name, approved_by')
    const { data } = await found.eq('owner_id', owner.id).eq('status', 'approved').throwOnError()
    return data.map(({ name, approved_by }) => [Number(name.slice(4, 6)), approved_by])
  }
  return {
    user,
    findCheckbox,
    loadMore: () => user.click(screen.getByRole('button', { name: 'Load more' })),
    /** Lists only the rows whose number starts with a digit. */
    search: async (digit: number) => {
      await user.type(screen.getByRole('searchbox'), `Row-${digit}`)
      await waitFor(() => expect(window.location.search).toContain(`q=Row-${digit}`))
    },
    approveAsColleague: async (...numbers: number[]) => {
      const decided = colleague.client.from('communities').update({ status: 'approved' })
      await decided.in('name', numbers.map(nameOf)).throwOnError()
    },
    /** Returns the numbers of the communities that an admin has approved. */
    readApprovedBy: async ({ id }: { id: string }) =>
      (await readApproved())
        .flatMap(([number, by]) => (by === id ? [Number(number)] : []))
        .toSorted((one, next) => one - next),
  }
}

test('the selection is kept by other filters, and exactly it is decided', async () => {
  const { user, findCheckbox, loadMore, search, readApprovedBy } = await openList()
  await user.click(await findCheckbox(2))
  await user.click(await findCheckbox(5))
  await loadMore()
  await user.click(await findCheckbox(60))
  await search(6)
  expect(await screen.findByText('2 not in this list')).toBeVisible()
  expect(screen.getByText('3 selected')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Clear selection' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: /^Approve 3 communities/ }))
  await expectToast('3 communities approved successfully')
  expect(await readApprovedBy(admin)).toEqual([2, 5, 60])
  expect(screen.queryByText(/decided by others/)).toBeNull()
  expect(screen.queryByText(/^\d+ selected$/)).toBeNull()
})

test('a selected community that moves up stays selected', async () => {
  const { user, findCheckbox, loadMore, approveAsColleague, readApprovedBy } = await openList()
  await loadMore()
  await user.click(await findCheckbox(52))
  await user.click(await findCheckbox(58))
  await approveAsColleague(1, 2, 3)
  await waitFor(() => {
    returnToTab()
    expect(screen.queryByRole('checkbox', { name: /^Select Row-02/ })).toBeNull()
  })
  expect(screen.getByText('2 selected')).toBeVisible()
  expect(await findCheckbox(52)).toBeChecked()
  await user.keyboard('a')
  await expectToast('2 communities approved successfully')
  expect(await readApprovedBy(admin)).toEqual([52, 58])
  expect(screen.queryByText(/decided by others/)).toBeNull()
})

test('those that a colleague decides leave the selection, which a notice reports', async () => {
  const { user, findCheckbox, loadMore, approveAsColleague, readApprovedBy } = await openList()
  await user.click(await findCheckbox(1))
  await user.keyboard('{Shift>}')
  await user.click(await findCheckbox(4))
  await user.keyboard('{/Shift}')
  expect(screen.getByText('4 selected')).toBeVisible()
  await loadMore()
  await user.click(await findCheckbox(59))
  await approveAsColleague(2, 3, 30)
  await waitFor(() => {
    returnToTab()
    expect(screen.getByText('2 of 5 were decided by others')).toBeVisible()
  })
  expect(screen.getByText('3 selected')).toBeVisible()
  await user.keyboard('a')
  await expectToast('3 communities approved successfully')
  expect(await readApprovedBy(admin)).toEqual([1, 4, 59])
  expect(await readApprovedBy(colleague)).toEqual([2, 3, 30])
  // Until it is dismissed.
  await user.click(screen.getByRole('button', { name: 'OK' }))
  expect(screen.queryByText(/decided by others/)).toBeNull()
})

test('Shift+X and Shift+click select all from the last one', async () => {
  const { user, findCheckbox } = await openList()
  await user.click(screen.getByRole('button', { name: /^Row-02/ }))
  await user.keyboard('xjj{Shift>}x{/Shift}')
  expect(screen.getByText('3 selected')).toBeVisible()
  for (const number of [2, 3, 4]) expect(await findCheckbox(number)).toBeChecked()
  expect(await findCheckbox(5)).not.toBeChecked()
  await user.keyboard('{Shift>}')
  await user.click(screen.getByRole('button', { name: /^Row-01/ }))
  await user.keyboard('{/Shift}')
  expect(screen.getByText('4 selected')).toBeVisible()
  expect(await findCheckbox(1)).toBeChecked()
})

test('on a narrow screen the list replaces the community, which then shows the number selected', async () => {
  narrowWindow()
  const { user, findCheckbox, readApprovedBy } = await openList()
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
