import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { block, createCommunity } from '../../support/communities.ts'
import { countRequests, failRequests, interceptRequests } from '../requests.ts'
import { openApp } from '../whole-app.tsx'
import { admin, clearQueue, createOldest, findHeading, owner, uniqueName } from './queue.ts'

afterEach(clearQueue)

const findViews = async () => within(await screen.findByRole('group', { name: 'View' }))
const findTable = () => screen.findByRole('table', { name: 'Communities' })

test('/admin opens what waits; the views and the tabs lead to the tables and back', async () => {
  const waiting = await createOldest()
  const tables = countRequests(/rpc\/list_communities\?search=&sort=created&.*page_size=50/)
  const user = await openApp(admin, '/admin')
  const openTab = async (name: RegExp) => user.click(await screen.findByRole('tab', { name }))
  await findHeading(waiting.name)
  // The URL follows.
  await waitFor(() => expect(window.location.search).toBe('?view=queue'))
  expect(tables.count()).toBe(0)
  const current = (await findViews()).getByRole('link', { current: true })
  expect(current).toHaveTextContent(/^To review/)
  await user.click((await findViews()).getByRole('link', { name: /^All/ }))
  await findTable()
  expect(window.location.search).toBe('?view=all')
  const [first] = (await findViews()).getAllByRole('button')
  expect(first).toHaveTextContent(/^To review/)
  expect((await findViews()).getByRole('button', { pressed: true })).toHaveTextContent(/^All/)
  window.history.back()
  await findHeading(waiting.name)
  await user.click((await findViews()).getByRole('link', { name: /^Pending/ }))
  await findTable()
  expect(window.location.search).toBe('?status=pending')
  await user.click((await findViews()).getByRole('button', { name: /^To review [1-9]/ }))
  await findHeading(waiting.name)
  await user.click((await findViews()).getByRole('link', { name: /^All/ }))
  await openTab(/^Users/)
  await openTab(/^Communities/)
  await findTable()
  expect(window.location.search).toBe('?view=all')
  cleanup()
  // Without a table to return to, the tab opens what waits.
  const again = await openApp(admin, '/admin?tab=users')
  await again.click(await screen.findByRole('tab', { name: /^Communities/ }))
  await findHeading(waiting.name)
})

const imports = { kind: 'imports', items: 1, communities: 3, oldest: '2026-01-01T00:00:00Z' }

test.each([
  ['nothing waits', [], findTable, 'all'],
  ['the counts fail', null, findTable, 'all'],
  ['only imports wait', [imports], () => screen.findByText('Only imports wait'), 'queue'],
])('if %s, /admin opens the right view', async (_case, counts, findContent, view) => {
  await createCommunity(owner, { status: 'approved' })
  interceptRequests(/rpc\/list_review_queue/, () => Response.json([]))
  interceptRequests(/rpc\/summarize_review_queue/, () =>
    counts ? Response.json(counts) : Response.json({ message: 'broken' }, { status: 500 }),
  )
  await openApp(admin, '/admin')
  expect(await findContent()).toBeVisible()
  await waitFor(() => expect(window.location.search).toBe(`?view=${view}`))
})

test('/admin reports that the queue could not be loaded, and offers a retry', async () => {
  const waiting = await createOldest()
  const broken = failRequests(/rpc\/list_review_queue/)
  const user = await openApp(admin, '/admin')
  const retry = await screen.findByRole('button', { name: 'Try again' })
  broken.restore()
  await user.click(retry)
  expect(await findHeading(waiting.name)).toBeVisible()
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
  await user.click(await (await findViews()).findByRole('button', { name: 'Hidden 1' }))
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
