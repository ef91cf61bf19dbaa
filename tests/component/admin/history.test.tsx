import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCommunity } from '../../support/communities.ts'
import { createUser, type TestUser } from '../../support/users.ts'
import { interceptRequests } from '../requests.ts'
import { openApp } from '../whole-app.tsx'
import { clearQueue } from './queue.ts'

let admin: TestUser
let owner: TestUser
let ownerName: string

beforeEach(async () => {
  ownerName = `Owner ${crypto.randomUUID()}`
  ;[admin, owner] = await Promise.all([
    createUser({ admin: true, name: 'Site Admin' }),
    createUser({ name: ownerName }),
  ])
})
afterEach(() => clearQueue(owner))

test('the history of a community shows who decided and what an admin changed', async () => {
  const name = `Eventful ${crypto.randomUUID()}`
  const { id } = await createCommunity(owner, { name, member_count: 12 })
  const communities = () => admin.client.from('communities')
  await communities()
    .update({ status: 'rejected', rejection_reason: 'Too short.' })
    .eq('id', id)
    .throwOnError()
  await owner.client
    .from('communities')
    .update({ description: 'Longer than before.' })
    .eq('id', id)
    .throwOnError()
  await communities().update({ status: 'approved' }).eq('id', id).throwOnError()
  await communities().update({ member_count: 40 }).eq('id', id).throwOnError()

  const user = await openApp(admin, `/admin?owner=${owner.id}`)
  await user.click(await screen.findByRole('button', { name: `History of ${name}` }))
  const dialog = within(await screen.findByRole('dialog', { name: 'History' }))
  const entries = await dialog.findAllByRole('listitem')
  expect(entries.map((entry) => within(entry).getAllByRole('paragraph')[0]?.textContent)).toEqual([
    'Edited by Site Admin',
    'Approved by Site Admin',
    `Edited and resubmitted by ${ownerName}`,
    'Rejected by Site Admin',
  ])
  await user.click(within(entries[0] ?? document.body).getByText('What changed'))
  await waitFor(() => expect(entries[0]).toHaveTextContent('Member countBefore12After40'))
  expect(entries[3]).toHaveTextContent('Too short.')
})

test('the history of a user shows changes to their credits', async () => {
  await admin.client.from('profiles').update({ credits: 21 }).eq('id', owner.id).throwOnError()
  const user = await openApp(admin, `/admin?tab=users&q=${owner.email}`)
  await user.click(await screen.findByRole('button', { name: `History of ${ownerName}` }))
  const dialog = within(await screen.findByRole('dialog', { name: 'History' }))
  expect(await dialog.findByText('Credits changed')).toBeVisible()
  expect(dialog.getByRole('listitem')).toHaveTextContent('by Site Admin')
  await waitFor(() =>
    expect(dialog.getByRole('listitem')).toHaveTextContent('creditsBefore3After21'),
  )
})

test('the activity log shows deleted communities', async () => {
  const name = `Short-lived ${crypto.randomUUID()}`
  const { id } = await createCommunity(owner, { name })
  await admin.client.from('communities').delete().eq('id', id).throwOnError()
  const user = await openApp(admin, '/admin')
  await user.click(await screen.findByRole('button', { name: 'Activity' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Activity' }))
  const entry = (await dialog.findByText(name)).closest('li')
  expect(entry).toHaveTextContent('Deleted by Site Admin')
})

test('the activity log offers a retry when loading fails', async () => {
  const broken = interceptRequests(
    /audit_log/,
    () => new Response('{"message": "broken"}', { status: 500 }),
  )
  const user = await openApp(admin, '/admin')
  await user.click(await screen.findByRole('button', { name: 'Activity' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Activity' }))
  expect(await dialog.findByText('Error loading the history')).toBeVisible()
  broken.restore()
  await user.click(dialog.getByRole('button', { name: 'Try again' }))
  expect((await dialog.findAllByRole('listitem')).length).toBeGreaterThan(0)
})
