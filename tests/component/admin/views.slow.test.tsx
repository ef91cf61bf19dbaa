import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCommunity } from '../../support/communities.ts'
import { createUser, type TestUser } from '../../support/users.ts'
import { openApp } from '../whole-app.tsx'
import { clearQueue } from './queue.ts'

let admin: TestUser
let owner: TestUser
let word: string

beforeEach(async () => {
  // Unique to this test's communities.
  word = `w${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`
  ;[admin, owner] = await Promise.all([
    createUser({ admin: true }),
    createUser({ name: `Owner ${word}` }),
  ])
  for (const [name, location, status] of [
    ['Alpha', 'Bali', 'pending'],
    ['Beta', 'Zürich', 'approved'],
    ['Gamma', 'Bali', 'rejected'],
  ] as const) {
    await createCommunity(owner, { name: `${name} ${word}`, location, status })
  }
})
afterEach(clearQueue)

const expectNames = (expected: string[]) =>
  waitFor(() => {
    const rows = within(screen.getByRole('table', { name: 'Communities' })).getAllByRole('row')
    const names = rows.slice(1).map((row) => within(row).getAllByRole('paragraph')[0]?.textContent)
    expect(names).toEqual(expected.map((name) => `${name} ${word}`))
  })

test('a view of the communities is searched, filtered and sorted, and restored with Back', async () => {
  const user = await openApp(admin, '/admin')
  await user.type(await screen.findByRole('searchbox'), word)
  await expectNames(['Gamma', 'Beta', 'Alpha'])
  await waitFor(() => expect(window.location.search).toBe(`?q=${word}`))
  expect(await screen.findByRole('button', { name: 'All 3' })).toBeVisible()

  await user.selectOptions(screen.getByRole('combobox', { name: 'Country' }), 'Indonesia')
  await expectNames(['Gamma', 'Alpha'])
  await user.click(await screen.findByRole('button', { name: 'Rejected 1' }))
  await expectNames(['Gamma'])
  window.history.back()
  await expectNames(['Gamma', 'Alpha'])
  expect(screen.getByRole('searchbox')).toHaveValue(word)
  await user.click(screen.getByRole('button', { name: 'Community' }))
  await expectNames(['Alpha', 'Gamma'])
  expect(screen.getByRole('columnheader', { name: 'Community' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  expect(window.location.search).toBe(`?q=${word}&country=Indonesia&sort=name`)
})

test('a view of the users is searched and sorted, and links to the communities of a user', async () => {
  const user = await openApp(admin, '/admin?tab=users')
  await user.type(await screen.findByRole('searchbox'), word)
  const row = (await screen.findByText(owner.email)).closest('tr')
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
  expect(row).toHaveTextContent(`Owner ${word}`)
  await user.click(screen.getByRole('button', { name: 'Credits' }))
  await waitFor(() => expect(window.location.search).toBe(`?tab=users&q=${word}&sort=credits`))
  await user.click(await screen.findByRole('link', { name: `Communities of Owner ${word}` }))
  await screen.findByRole('table', { name: 'Communities' })
  await expectNames(['Gamma', 'Beta', 'Alpha'])
  expect(await screen.findByText(`Communities of Owner ${word}`)).toBeVisible()
})

test.each([
  ['?tab=users&q=unknown', 'No users found', 'Show all users', '?tab=users'],
  ['?q=unknown&status=approved', 'No communities found', 'Show all communities', ''],
  ['?page=9999', "This page doesn't exist", 'First page', ''],
])('the URL %s shows "%s" and the button "%s"', async (search, text, button, expected) => {
  const user = await openApp(admin, `/admin${search}`)
  expect(await screen.findByText(text)).toBeVisible()
  await user.click(screen.getByRole('button', { name: button }))
  expect(await screen.findByRole('table')).toBeVisible()
  expect(window.location.search).toBe(expected)
})
