import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createCommunity } from '../../support/communities.ts'
import { createUser } from '../../support/users.ts'
import { openApp } from '../whole-app.tsx'

test('a view of the users is searched and sorted, and links to the communities of a user', async () => {
  // Unique to this test.
  const word = `w${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`
  const [admin, owner] = await Promise.all([
    createUser({ admin: true }),
    createUser({ name: `Owner ${word}` }),
  ])
  const { name } = await createCommunity(owner, { name: `Alpha ${word}` })
  const user = await openApp(admin, '/admin?tab=users')
  await user.type(await screen.findByRole('searchbox'), word)
  const row = (await screen.findByText(owner.email)).closest('tr')
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
  expect(row).toHaveTextContent(`Owner ${word}`)
  await user.click(screen.getByRole('button', { name: 'Credits' }))
  await waitFor(() => expect(window.location.search).toBe(`?tab=users&q=${word}&sort=credits`))
  await user.click(await screen.findByRole('link', { name: `Communities of Owner ${word}` }))
  expect(await screen.findByText(name)).toBeVisible()
  expect(await screen.findByText(`Communities of Owner ${word}`)).toBeVisible()
})

test.each([
  ['?tab=users&q=unknown', 'No users found', 'Show all users', '?tab=users'],
  ['?q=unknown&status=approved', 'No communities found', 'Show all communities', '?view=all'],
  ['?page=9999', "This page doesn't exist", 'First page', '?view=all'],
])('the URL %s shows "%s" and the button "%s"', async (search, text, button, expected) => {
  const user = await openApp(await createUser({ admin: true }), `/admin${search}`)
  expect(await screen.findByText(text)).toBeVisible()
  await user.click(screen.getByRole('button', { name: button }))
  expect(await screen.findByRole('table')).toBeVisible()
  expect(window.location.search).toBe(expected)
})

test('after the last page, the pager names no total and leads back to the last page', async () => {
  const [admin, owner] = await Promise.all([createUser({ admin: true }), createUser()])
  const { name } = await createCommunity(owner, { name: `Paged ${crypto.randomUUID()}` })
  const user = await openApp(admin, `/admin?q=${encodeURIComponent(name)}&page=9`)
  expect(await screen.findByText('Page 9')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Previous' }))
  expect(await screen.findByText(name)).toBeVisible()
})
