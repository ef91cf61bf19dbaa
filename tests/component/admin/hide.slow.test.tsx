import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createCommunity, readCommunity } from '../../support/communities.ts'
import { createUser } from '../../support/users.ts'
import { failRequests } from '../requests.ts'
import { expectToast, openApp } from '../whole-app.tsx'
import {
  admin,
  clearQueue,
  findHeading,
  openInQueue,
  passDoublePress,
  openMenu,
  owner,
  uniqueName,
  updateCommunity,
} from './queue.ts'

afterEach(clearQueue)

/** Finds the row of a community in the table. */
async function findRow(name: string) {
  // The offer to undo names it, too.
  const [text] = await screen.findAllByText(name)
  const row = text?.closest('tr')
  if (!row) throw new Error(`${name} is not in a table`)
  return within(row)
}

const createApproved = () =>
  createCommunity(owner, { name: uniqueName('Approved'), status: 'approved' })

const hiddenByAdmin = { community_blocks: [{ kind: 'admin', reason: 'Too much advertising.' }] }

async function fillHideDialog(user: Awaited<ReturnType<typeof openApp>>, reason: string) {
  const dialog = within(await screen.findByRole('dialog', { name: 'Hide community' }))
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), reason)
  await user.click(dialog.getByRole('button', { name: 'Hide' }))
  return dialog
}

test('a community is hidden with a reason, shown again, and hidden again by undo', async () => {
  const { id, name } = await createApproved()
  const user = await openApp(admin, `/admin?owner=${owner.id}`)
  const press = async (label: string) =>
    user.click(await (await findRow(name)).findByRole('button', { name: label }))
  const broken = failRequests(/rpc\/hide_community/)
  await press(`Hide ${name}`)
  const dialog = await fillHideDialog(user, 'Too much advertising.')
  expect(await dialog.findByRole('alert')).toHaveTextContent('Failed to hide community')
  expect(dialog.getByRole('textbox', { name: /Reason/ })).toHaveValue('Too much advertising.')
  broken.restore()
  await user.click(dialog.getByRole('button', { name: 'Hide' }))
  await expectToast('Community hidden successfully')
  expect(await (await findRow(name)).findByText('Hidden')).toHaveAttribute('data-tone', 'red')
  expect(await readCommunity(id)).toMatchObject({ ...hiddenByAdmin, status: 'approved' })

  passDoublePress()
  await press(`Show ${name} again`)
  await expectToast('Community shown again successfully')
  expect(await (await findRow(name)).findByText('Approved')).toBeVisible()
  await user.click(screen.getByRole('button', { name: /^Undo/ }))
  await expectToast('Decision undone')
  expect(await (await findRow(name)).findByText('Hidden')).toBeVisible()
  expect(await readCommunity(id)).toMatchObject(hiddenByAdmin)
})

test('the table can be filtered by hidden communities', async () => {
  const { name } = await createApproved()
  const hidden = await createApproved()
  await admin.client
    .rpc('hide_community', { community_id: hidden.id, version: hidden.updated_at, reason: 'Spam.' })
    .throwOnError()
  const user = await openApp(admin, `/admin?owner=${owner.id}`)
  await screen.findByText(name)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Visibility' }), 'Hidden')
  expect(await screen.findByRole('button', { name: 'Clear filters' })).toBeVisible()
  expect(await screen.findByText(hidden.name)).toBeVisible()
  await expect.poll(() => screen.queryByText(name)).toBeNull()
})

test('a reported community is hidden in the queue, and after Undo its owner is asked', async () => {
  const { id, name } = await createApproved()
  const reporter = await createUser()
  await reporter.client.rpc('report_community', { community_id: id, reason: 'spam' }).throwOnError()
  const user = await openInQueue(name)
  await findHeading(name)
  await user.keyboard('h')
  await fillHideDialog(user, 'Too much advertising.')
  await expectToast('Community hidden successfully')
  await waitFor(() => expect(screen.queryByRole('heading', { name, level: 2 })).toBeNull())
  expect(await readCommunity(id)).toMatchObject(hiddenByAdmin)
  await user.click(await screen.findByRole('button', { name: /^Undo/ }))
  await expectToast('Decision undone')
  const queue = within(await screen.findByRole('list', { name: 'Waiting for review' }))
  await user.click(await queue.findByText(name))
  await openMenu(user, 'Ask the owner')
  await screen.findByRole('dialog', { name: 'Ask the owner' })
  await user.keyboard('1{Enter}')
  await expectToast('Question sent')
  expect(await readCommunity(id)).toMatchObject({
    status: 'pending',
    community_blocks: [],
    rejection_reason: 'What is your community about, and who can join?',
  })
  await updateCommunity(admin.client, id, { status: 'approved' })
})
