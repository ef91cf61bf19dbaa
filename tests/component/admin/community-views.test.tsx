import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { block, createCommunity } from '../../support/communities.ts'
import { openApp } from '../whole-app.tsx'
import { admin, clearQueue, createOldest, findHeading, owner, uniqueName } from './queue.ts'

beforeEach(() => localStorage.clear())
afterEach(clearQueue)

const findViews = async () => within(await screen.findByRole('group', { name: 'View' }))

test('the review queue is the first view of the communities, and leads back to the others', async () => {
  const waiting = await createOldest()
  const user = await openApp(admin, '/admin')
  const [first] = (await findViews()).getAllByRole('button')
  expect(first).toHaveTextContent(/^To review/)
  expect((await findViews()).getByRole('button', { pressed: true })).toHaveTextContent(/^All/)
  await user.click(await (await findViews()).findByRole('button', { name: /^To review [1-9]/ }))
  await findHeading(waiting.name)
  expect(window.location.search).toBe('?view=queue')
  const current = (await findViews()).getByRole('link', { current: true })
  expect(current).toHaveTextContent(/^To review/)
  await user.click((await findViews()).getByRole('link', { name: /^Pending/ }))
  expect(await screen.findByRole('table', { name: 'Communities' })).toBeVisible()
  expect(window.location.search).toBe('?status=pending')
  await user.click((await findViews()).getByRole('button', { name: /^To review/ }))
  await findHeading(waiting.name)
  await user.click((await findViews()).getByRole('link', { name: /^All/ }))
  expect(await screen.findByRole('table', { name: 'Communities' })).toBeVisible()
  expect(window.location.search).toBe('')
})

test('Hidden lists what is hidden, keeps the search, and agrees with the filter', async () => {
  const word = `w${crypto.randomUUID().slice(0, 8)}`
  const [hidden, listed] = [
    await createCommunity(owner, { name: uniqueName(`Hidden ${word}`), status: 'approved' }),
    await createCommunity(owner, { name: uniqueName(`Listed ${word}`), status: 'approved' }),
  ]
  await block(hidden.id, 'reports')
  const user = await openApp(admin, `/admin?q=${word}&status=approved`)
  await screen.findByText(listed.name)
  await user.click((await findViews()).getByRole('button', { name: 'Hidden' }))
  expect(await screen.findByText(hidden.name)).toBeVisible()
  expect(window.location.search).toBe(`?q=${word}&visibility=hidden`)
  expect(screen.getByRole('combobox', { name: 'Visibility' })).toHaveDisplayValue('Hidden')
  // The counts of the others leave it out.
  expect(await (await findViews()).findByRole('button', { name: 'All 2' })).toBeVisible()
  await user.click((await findViews()).getByRole('button', { name: 'Approved 2' }))
  expect(await screen.findByText(listed.name)).toBeVisible()
  expect(window.location.search).toBe(`?q=${word}&status=approved`)
  // A status and the filter together are no view of their own.
  await user.selectOptions(screen.getByRole('combobox', { name: 'Visibility' }), 'Hidden')
  expect(await (await findViews()).findByRole('button', { name: 'Approved 1' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
})
