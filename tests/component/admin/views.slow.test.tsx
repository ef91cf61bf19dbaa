import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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
})
afterEach(() => clearQueue(owner))

const readNames = () =>
  within(screen.getByRole('table', { name: 'Communities' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('paragraph')[0]?.textContent)

const expectNames = (expected: string[]) => waitFor(() => expect(readNames()).toEqual(expected))

async function createThreeCommunities() {
  await createCommunity(owner, { name: `Alpha ${word}`, location: 'Bali', category: 'Sports' })
  await createCommunity(owner, {
    name: `Beta ${word}`,
    location: 'Zürich',
    category: 'Culture',
    status: 'approved',
  })
  await createCommunity(owner, {
    name: `Gamma ${word}`,
    location: 'Bali',
    category: 'Culture',
    status: 'rejected',
  })
}

describe('a view of the communities', () => {
  test('is searched, filtered and sorted by the database, and stored in the URL', async () => {
    await createThreeCommunities()
    const user = await openApp(admin, '/admin')
    await user.type(await screen.findByRole('searchbox'), word)
    await expectNames([`Gamma ${word}`, `Beta ${word}`, `Alpha ${word}`])
    await waitFor(() => expect(window.location.search).toBe(`?q=${word}`))
    expect(await screen.findByRole('button', { name: 'All 3' })).toBeVisible()

    await user.selectOptions(screen.getByRole('combobox', { name: 'Country' }), 'Indonesia')
    await expectNames([`Gamma ${word}`, `Alpha ${word}`])
    await user.click(await screen.findByRole('button', { name: 'Rejected 1' }))
    await expectNames([`Gamma ${word}`])
    await user.click(screen.getByRole('button', { name: /^All/ }))
    await user.click(screen.getByRole('button', { name: 'Community' }))
    await expectNames([`Alpha ${word}`, `Gamma ${word}`])
    expect(screen.getByRole('columnheader', { name: 'Community' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
    expect(window.location.search).toBe(`?q=${word}&country=Indonesia&sort=name`)
  })

  test('is restored step by step with Back', async () => {
    await createThreeCommunities()
    const user = await openApp(admin, `/admin?q=${word}`)
    await expectNames([`Gamma ${word}`, `Beta ${word}`, `Alpha ${word}`])
    await user.click(await screen.findByRole('button', { name: 'Approved 1' }))
    await expectNames([`Beta ${word}`])
    window.history.back()
    await expectNames([`Gamma ${word}`, `Beta ${word}`, `Alpha ${word}`])
    expect(screen.getByRole('searchbox')).toHaveValue(word)
  })

  test('opens from a bookmark', async () => {
    await createThreeCommunities()
    await openApp(admin, `/admin?q=${word}&category=Culture&sort=name&order=desc`)
    await screen.findByRole('table', { name: 'Communities' })
    await expectNames([`Gamma ${word}`, `Beta ${word}`])
  })

  test('can be searched by place, link and owner', async () => {
    const community = await createCommunity(owner, { name: `Only ${word}`, location: 'Medellín' })
    const user = await openApp(admin, '/admin')
    const search = await screen.findByRole('searchbox')
    for (const text of [
      `${word} medellin`,
      `colombia ${word}`,
      community.whatsapp_link,
      `Owner ${word}`,
      owner.email,
    ]) {
      await user.clear(search)
      await user.click(search)
      await user.paste(text)
      await waitFor(() => expect(new URLSearchParams(window.location.search).get('q')).toBe(text))
      await expectNames([`Only ${word}`])
    }
  })

  test('explains when nothing matches, and offers to show everything', async () => {
    await createThreeCommunities()
    const user = await openApp(admin, `/admin?q=not-${word}&status=approved`)
    expect(await screen.findByText('No communities found')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Show all communities' }))
    expect(await screen.findByRole('table', { name: 'Communities' })).toBeVisible()
    expect(window.location.search).toBe('')
  })

  test('offers the first page if the URL is past the last one', async () => {
    await createThreeCommunities()
    const user = await openApp(admin, `/admin?page=9999`)
    await user.click(await screen.findByRole('button', { name: 'First page' }))
    expect(await screen.findByRole('table', { name: 'Communities' })).toBeVisible()
  })
})

describe('a view of the users', () => {
  test("can be searched and sorted, and links to a user's communities", async () => {
    await createThreeCommunities()
    const user = await openApp(admin, '/admin?tab=users')
    await user.type(await screen.findByRole('searchbox'), word)
    const row = (await screen.findByText(owner.email)).closest('tr')
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
    expect(row).toHaveTextContent(`Owner ${word}`)
    await user.click(screen.getByRole('button', { name: 'Credits' }))
    await waitFor(() => expect(window.location.search).toBe(`?tab=users&q=${word}&sort=credits`))
    await user.click(await screen.findByRole('link', { name: `Communities of Owner ${word}` }))
    await screen.findByRole('table', { name: 'Communities' })
    await expectNames([`Gamma ${word}`, `Beta ${word}`, `Alpha ${word}`])
    expect(await screen.findByText(`Communities of Owner ${word}`)).toBeVisible()
  })

  test('explains when no user matches', async () => {
    await openApp(admin, `/admin?tab=users&q=unknown-${word}`)
    expect(await screen.findByText('No users found')).toBeVisible()
  })
})
