import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newCommunity, updateCommunity } from '../../support/communities.ts'
import { createSecretClient } from '../../support/users.ts'
import { openApp } from '../whole-app.tsx'
import { admin, clearQueue, findHeading, owner } from './queue.ts'

/* 70 new communities and one change of an owner. The number in the name is that of its place by age. */

let word: string
const nameOf = (number: number) => `Row ${String(number).padStart(3, '0')} ${word}`
const changed = () => `Changed ${word}`

beforeEach(async () => {
  localStorage.clear()
  word = `w${crypto.randomUUID().slice(0, 8)}`
  const rows = Array.from({ length: 70 }, (_none, index) =>
    newCommunity({
      name: nameOf(index + 1),
      owner_id: owner.id,
      created_at: new Date(Date.UTC(2001, 0, 1, 0, index)).toISOString(),
    }),
  )
  await createSecretClient().from('communities').insert(rows).throwOnError()
  const live = newCommunity({ name: changed(), owner_id: owner.id, status: 'approved' })
  const inserted = createSecretClient().from('communities').insert(live).select('id').single()
  const { id } = (await inserted.throwOnError()).data
  await updateCommunity(owner, id, { description: 'Changed.' }).throwOnError()
})
afterEach(clearQueue)

const kind = async (name: RegExp) =>
  within(await screen.findByRole('group', { name: 'Kind' })).findByRole('button', { name })
const position = (text: string | RegExp) => screen.findByText(text)

test('a kind is one click away, with its count, and J and the position follow it', async () => {
  const user = await openApp(admin, `/admin?view=queue&q=${word}`)
  await findHeading(changed())
  expect(await position('1 of 71')).toBeVisible()
  expect(await kind(/^All 71$/)).toHaveAttribute('aria-pressed', 'true')
  expect(await kind(/^Changes 1$/)).toBeVisible()
  // Only those with items.
  expect(screen.queryByRole('button', { name: /^Claims/ })).toBeNull()
  await user.click(await kind(/^New 70$/))
  await findHeading(nameOf(1))
  expect(window.location.search).toBe(`?view=queue&q=${word}&kind=new`)
  expect(await position('1 of 70')).toBeVisible()
  await user.keyboard('j')
  await findHeading(nameOf(2))
  expect(screen.getByText('2 of 70')).toBeVisible()
  expect(screen.queryByText(changed())).toBeNull()
  await user.click(await kind(/^Changes 1$/))
  await findHeading(changed())
  await user.click(await kind(/^All/))
  await findHeading(changed())
  expect(screen.getByRole('checkbox', { name: `Select ${nameOf(50 - 1)}` })).toBeVisible()
})

test('J continues where the loaded rows end, and K goes back', async () => {
  const user = await openApp(admin, `/admin?view=queue&kind=new&q=${word}`)
  await findHeading(nameOf(1))
  expect(screen.queryByRole('checkbox', { name: `Select ${nameOf(51)}` })).toBeNull()
  await user.click(screen.getByRole('button', { name: new RegExp(`^${nameOf(35)}`) }))
  await findHeading(nameOf(35))
  // More rows load before the last one is reached.
  await user.keyboard('j')
  await screen.findByRole('checkbox', { name: `Select ${nameOf(70)}` })
  expect(screen.queryByRole('button', { name: /Load more/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: new RegExp(`^${nameOf(50)}`) }))
  await user.keyboard('j')
  await findHeading(nameOf(51))
  expect(screen.getByText('51 of 70')).toBeVisible()
  await user.keyboard('kk')
  await findHeading(nameOf(49))
  await user.click(screen.getByRole('button', { name: new RegExp(`^${nameOf(70)}`) }))
  await findHeading(nameOf(70))
  expect(screen.getByRole('button', { name: 'Next community' })).toBeDisabled()
})

test('Load more moves the focus to the first new row, and the place is kept', async () => {
  const user = await openApp(admin, `/admin?view=queue&kind=new&q=${word}`)
  await findHeading(nameOf(1))
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  await waitFor(() =>
    expect(document.activeElement).toHaveAccessibleName(new RegExp(`^${nameOf(51)}`)),
  )
  expect(await findHeading(nameOf(1))).toBeVisible()
  await user.click(screen.getByRole('button', { name: new RegExp(`^${nameOf(60)}`) }))
  await findHeading(nameOf(60))
  await user.click(screen.getByRole('tab', { name: /^Users/ }))
  await screen.findByRole('table', { name: 'Users' })
  await user.click(screen.getByRole('tab', { name: /^Communities/ }))
  await findHeading(nameOf(60))
  expect(screen.getByText('60 of 70')).toBeVisible()
})

test('the queue is searched by owner and sorted by age, and shows the age of the oldest', async () => {
  const user = await openApp(admin, `/admin?view=queue&kind=new`)
  const sort = await screen.findByRole('combobox', { name: 'Sort by' })
  await user.type(screen.getByRole('searchbox'), `${word} community owner`)
  await position('1 of 70')
  await findHeading(nameOf(1))
  expect(screen.getByText(/^oldest: 9,\d{3} days$/)).toBeVisible()
  await user.selectOptions(sort, 'Newest first')
  await findHeading(nameOf(70))
  expect(window.location.search).toContain('sort=newest')
  await user.selectOptions(sort, 'Most urgent first')
  await findHeading(nameOf(1))
  expect(window.location.search).not.toContain('sort')
})

test('filters without a match offer the whole queue', async () => {
  const user = await openApp(admin, `/admin?view=queue&kind=claims&q=${word}&sort=newest`)
  expect(await screen.findByText('Nothing to review here')).toBeVisible()
  expect(await kind(/^Claims 0$/)).toHaveAttribute('aria-pressed', 'true')
  await user.click(screen.getByRole('button', { name: 'Show all to review' }))
  await screen.findByRole('heading', { level: 2 })
  expect(window.location.search).toBe('?view=queue&sort=newest')
})
