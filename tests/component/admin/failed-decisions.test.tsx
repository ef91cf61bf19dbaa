import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readCommunity } from '../../support/communities.ts'
import { interceptRequests } from '../requests.ts'
import { openApp } from '../whole-app.tsx'
import { admin, clearQueue, createOldest, findHeading, uniqueName } from './queue.ts'

beforeEach(() => localStorage.clear())
afterEach(clearQueue)

test('decisions that failed offline are named, and the first of them is shown again', async () => {
  const names = ['Ann', 'Ben', 'Cai', 'Dan'].map(uniqueName)
  const created = []
  for (const name of names) created.push(await createOldest({ name }))
  const user = await openApp(admin, '/admin?view=queue&as=list')
  await findHeading(names[0] ?? '')
  for (const name of names.slice(0, 3)) {
    await user.click(screen.getByRole('checkbox', { name: `Select ${name}` }))
  }
  const offline = interceptRequests(/communities\?id=eq/, () => {
    throw new TypeError('Failed to fetch')
  })
  await user.click(screen.getByRole('button', { name: /^Approve 3 communities/ }))
  const report = await screen.findByRole('dialog', { name: "3 of 3 couldn't be approved" })
  const entries = within(report).getAllByRole('listitem')
  expect(entries.map(({ textContent }) => textContent)).toEqual(
    names.slice(0, 3).map((name) => expect.stringContaining(name)),
  )
  expect(entries[0]).toHaveTextContent(/We couldn't reach the service/)
  expect(screen.getByRole('heading', { name: names[3], level: 2, hidden: true })).toBeVisible()
  offline.restore()
  await user.keyboard('{Escape}')
  expect(await findHeading(names[0] ?? '')).toBeVisible()
  expect(await readCommunity(created[0]?.id ?? '')).toMatchObject({ status: 'pending' })
})
