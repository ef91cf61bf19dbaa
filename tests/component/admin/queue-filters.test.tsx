import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createSecretClient } from '../../support/users.ts'
import { countRequests } from '../requests.ts'
import { openApp, returnToTab } from '../whole-app.tsx'
import {
  admin,
  clearQueue,
  createListed,
  createMany,
  findHeading,
  owner,
  statusOf,
  updateCommunity,
} from './queue.ts'

afterEach(clearQueue)

/** Creates new communities, whose numbers are their places by age. */
async function createRows(count: number) {
  const word = `w${crypto.randomUUID().slice(0, 8)}`
  const nameOf = (number: number) => `Row ${String(number).padStart(3, '0')} ${word}`
  await createMany(Array.from({ length: count }, (_none, index) => nameOf(index + 1)))
  return { word, nameOf }
}

const findKind = async (name: RegExp) =>
  within(await screen.findByRole('group', { name: 'Kind' })).findByRole('button', { name })
const findRow = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`) })
const queryRow = (name: string) => screen.queryByRole('checkbox', { name: `Select ${name}` })

test('a kind is one click away, and J, K and the place follow its list beyond the loaded rows', async () => {
  const { word, nameOf } = await createRows(52)
  const { id, name: changed } = await createListed(`Changed ${word}`)
  await updateCommunity(owner.client, id, { description: 'Changed.' })
  const user = await openApp(admin, `/admin?view=queue&q=${word}`)
  await findHeading(changed)
  expect(await screen.findByText('1 of 53')).toBeVisible()
  expect(await findKind(/^All 53$/)).toHaveAttribute('aria-pressed', 'true')
  // Only those with items.
  expect(screen.queryByRole('button', { name: /^Claims/ })).toBeNull()
  // More rows load before the last one is reached.
  expect(queryRow(nameOf(52))).toBeNull()
  await user.click(await findRow(nameOf(36)))
  await user.keyboard('j')
  await screen.findByRole('checkbox', { name: `Select ${nameOf(52)}` })
  expect(screen.queryByRole('button', { name: /Load more/ })).toBeNull()
  await user.click(await findRow(nameOf(51)))
  await user.keyboard('j')
  await findHeading(nameOf(52))
  expect(screen.getByRole('button', { name: 'Next community' })).toBeDisabled()
  await user.keyboard('k')
  await findHeading(nameOf(51))

  await user.click(await findKind(/^Changes 1$/))
  await findHeading(changed)
  await user.click(await findKind(/^New 52$/))
  await findHeading(nameOf(1))
  expect(window.location.search).toBe(`?view=queue&q=${word}&kind=new`)
  expect(await screen.findByText('1 of 52')).toBeVisible()
  expect(screen.queryByText(changed)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  // The first new row has the focus, and the open community stays.
  await waitFor(() =>
    expect(document.activeElement).toHaveAccessibleName(new RegExp(`^${nameOf(51)}`)),
  )
  await findHeading(nameOf(1))
  await user.click(await findRow(nameOf(52)))
  await findHeading(nameOf(52))
  await user.click(screen.getByRole('tab', { name: /^Users/ }))
  await screen.findByRole('table', { name: 'Users' })
  await user.click(screen.getByRole('tab', { name: /^Communities/ }))
  await findHeading(nameOf(52))
  expect(screen.getByText('52 of 52')).toBeVisible()
  expect(window.location.search).toBe(`?view=queue&q=${word}&kind=new`)
})

test('a community that moves to another page of the queue stays open and can be decided', async () => {
  const { word, nameOf } = await createRows(51)
  const user = await openApp(admin, `/admin?view=queue&kind=new&q=${word}`)
  await findHeading(nameOf(1))
  const rows = () => createSecretClient().from('communities')
  const { data } = await rows().select('id').eq('name', nameOf(1)).single().throwOnError()
  const lookups = countRequests(new RegExp(`communities\\?.*id=eq\\.${data.id}`))
  const others = rows().update({ created_at: '2000-01-01' }).like('name', `%${word}`)
  await others.neq('id', data.id).throwOnError()
  await waitFor(() => {
    returnToTab()
    // It is no longer in the list, so it is read alone.
    expect(lookups.count()).toBeGreaterThan(0)
  })
  await findHeading(nameOf(1))
  await waitFor(() => expect(screen.getByRole('button', { name: /^Approve/ })).toBeEnabled())
  await user.keyboard('a')
  await expect.poll(() => statusOf(data)).toBe('approved')
})

test('the queue is searched by owner and sorted by age, and offers everything if nothing matches', async () => {
  const { word, nameOf } = await createRows(2)
  const user = await openApp(admin, `/admin?view=queue&kind=new`)
  const sort = await screen.findByRole('combobox', { name: 'Sort by' })
  await user.type(screen.getByRole('searchbox'), `${word} community owner`)
  await screen.findByText('1 of 2')
  await findHeading(nameOf(1))
  expect(screen.getByText(/^oldest: 9,\d{3} days$/)).toBeVisible()
  await user.selectOptions(sort, 'Newest first')
  await findHeading(nameOf(2))
  expect(window.location.search).toContain('sort=newest')
  await user.selectOptions(sort, 'Most urgent first')
  await findHeading(nameOf(1))
  expect(window.location.search).not.toContain('sort')
  await user.selectOptions(sort, 'Newest first')
  await user.type(screen.getByRole('searchbox'), ' zzz')
  expect(await screen.findByText('Nothing to review here')).toBeVisible()
  expect(await findKind(/^New 0$/)).toHaveAttribute('aria-pressed', 'true')
  await user.click(screen.getByRole('button', { name: 'Show all to review' }))
  await screen.findByRole('heading', { level: 2 })
  expect(window.location.search).toBe('?view=queue&sort=newest')
})
