import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { addGroup, block, createCommunity, readCommunity } from '../../support/communities.ts'
import { createUser } from '../../support/users.ts'
import { failRequests } from '../requests.ts'
import { openApp } from '../whole-app.tsx'
import { chooseTool } from './manage.ts'
import { admin, clearQueue, owner, uniqueName, updateCommunity } from './queue.ts'

afterEach(clearQueue)

async function openHistory(path: string, button: string, name = 'History') {
  const user = await openApp(admin, path)
  await user.click(await screen.findByRole('button', { name: button }))
  return { user, dialog: within(await screen.findByRole('dialog', { name })) }
}

async function openActivity(path: string) {
  const user = await openApp(admin, path)
  await chooseTool(user, 'Activity')
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Activity' })) }
}

test('the history of a community shows who decided and what an admin changed', async () => {
  const { id, name } = await createCommunity(owner, { name: uniqueName('Eventful') })
  const rejection = { status: 'rejected', rejection_reason: 'Too short.' } as const
  await updateCommunity(admin.client, id, rejection)
  await updateCommunity(owner.client, id, { description: 'Longer than before.' })
  await updateCommunity(admin.client, id, { status: 'approved' })
  await updateCommunity(admin.client, id, { member_count: 40 })

  const { user, dialog } = await openHistory(`/admin?owner=${owner.id}`, `History of ${name}`)
  const entries = await dialog.findAllByRole('listitem')
  expect(entries.map((entry) => within(entry).getAllByRole('paragraph')[0]?.textContent)).toEqual([
    'Edited by Site Admin',
    'Approved by Site Admin',
    'Edited and resubmitted by Community Owner',
    'Rejected by Site Admin',
  ])
  await user.click(within(entries[0] ?? document.body).getByText('What changed'))
  await waitFor(() => expect(entries[0]).toHaveTextContent('Member countBefore12After40'))
  expect(entries[3]).toHaveTextContent('Too short.')
})

test('the history of a hidden community shows the reasons before and after each decision', async () => {
  const { id, name } = await createCommunity(owner, {
    name: uniqueName('Hidden'),
    status: 'approved',
  })
  await block(id, 'reports')
  const { data } = await admin.client.from('communities').select('updated_at').eq('id', id).single()
  const version = data?.updated_at ?? ''
  await admin.client
    .rpc('hide_community', { community_id: id, version, reason: 'Too much advertising.' })
    .throwOnError()
  const { dialog } = await openHistory(`/admin?owner=${owner.id}`, `History of ${name}`)
  const [entry] = await dialog.findAllByRole('listitem')
  expect(entry).toHaveTextContent('Hidden by Site Admin')
  await waitFor(() =>
    expect(entry).toHaveTextContent(
      /What changedReason for hidingBeforeUsers have reported this community\. .*AfterToo much advertising\.$/,
    ),
  )
})

test('the history shows all of the changes that were declined together', async () => {
  const { id, name } = await createCommunity(owner, {
    name: uniqueName('Declined'),
    status: 'approved',
  })
  await updateCommunity(owner.client, id, { description: 'Win now.' })
  await addGroup(owner, id, 'Casino tips').throwOnError()
  const { updated_at: version, groups_changed_at } = await readCommunity(id)
  const call = { community_id: id, version, groups_seen_at: groups_changed_at ?? '' }
  await admin.client
    .rpc('decide_changes', { ...call, is_accepted: false, reason: 'One topic.' })
    .throwOnError()
  const { dialog } = await openHistory(`/admin?owner=${owner.id}`, `History of ${name}`)
  const [entry] = await dialog.findAllByRole('listitem')
  await waitFor(() => expect(entry).toHaveTextContent('Changes declined by Site Admin'))
  for (const text of ['Win now.', 'Casino tips', 'One topic.']) {
    expect(entry).toHaveTextContent(text)
  }
})

test('the history of a user shows changes to their credits', async () => {
  const { id, email } = await createUser({ name: 'Paid Member' })
  await admin.client.from('profiles').update({ credits: 21 }).eq('id', id).throwOnError()
  const { dialog: file } = await openHistory(
    `/admin?tab=users&q=${email}`,
    'History of Paid Member',
    'User Profile',
  )
  const dialog = within(file.getByRole('region', { name: 'Timeline' }))
  expect(file.getByRole('heading', { name: 'Timeline' })).toHaveFocus()
  expect(await dialog.findByText('Credits changed')).toBeVisible()
  expect(dialog.getByRole('listitem')).toHaveTextContent('by Site Admin')
  await waitFor(() =>
    expect(dialog.getByRole('listitem')).toHaveTextContent('creditsBefore3After21'),
  )
})

test('the activity log is filtered by person, action and period, also after a reload', async () => {
  const watched = await createUser({ name: uniqueName('Watched') })
  const { id, name } = await createCommunity(watched, { name: uniqueName('Of interest') })
  await updateCommunity(admin.client, id, { status: 'approved' })
  await updateCommunity(admin.client, id, { member_count: 40 })
  const today = new Date().toLocaleDateString('sv')
  const { user, dialog } = await openActivity('/admin?q=kept')
  await user.type(dialog.getByRole('searchbox'), watched.email)
  await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(2))
  expect(dialog.getAllByText(name)).toHaveLength(2)
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Action' }), 'Approved')
  await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(1))
  fireEvent.change(dialog.getByLabelText('From'), { target: { value: today } })
  await waitFor(() => expect(window.location.search).toContain(`from=${today}`))
  expect(Object.fromEntries(new URLSearchParams(window.location.search))).toEqual({
    q: 'kept',
    activity: 'all',
    person: watched.email,
    action: 'approved',
    from: today,
  })

  const { search } = window.location
  cleanup()
  await openApp(admin, `/admin${search}`)
  const again = within(await screen.findByRole('dialog', { name: 'Activity' }))
  await waitFor(() => expect(again.getAllByRole('listitem')).toHaveLength(1))
  fireEvent.change(again.getByLabelText('To'), { target: { value: '2020-01-01' } })
  expect(await again.findByText('No entries found')).toBeVisible()
  await userEvent.click(again.getAllByRole('button', { name: 'Close' }).at(-1) ?? document.body)
  await waitFor(() => expect(window.location.search).toBe('?q=kept'))
})

test('the activity log offers a retry when loading fails, and shows deleted communities', async () => {
  const { id, name } = await createCommunity(owner, { name: uniqueName('Short-lived') })
  await admin.client.from('communities').delete().eq('id', id).throwOnError()
  const broken = failRequests(/rpc\/list_activity/)
  const { user, dialog } = await openActivity('/admin?view=all')
  expect(await dialog.findByText('Error loading the history')).toBeVisible()
  broken.restore()
  await user.click(dialog.getByRole('button', { name: 'Try again' }))
  const entry = (await dialog.findByText(name)).closest('li')
  expect(entry).toHaveTextContent('Deleted by Site Admin')
})
