import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { block, createCommunity, readCommunity } from '../support/communities.ts'
import { createSecretClient, createUser } from '../support/users.ts'
import { failRequests } from './requests.ts'
import { chooseInRow, expectToast, findRow, openApp, openRowMenu } from './whole-app.tsx'

test('an owner pauses and resumes an approved community', async () => {
  const owner = await createUser()
  const { id } = await createCommunity(owner, { name: 'Kite Crew', status: 'approved' })
  await createCommunity(owner, { name: 'Pending One' })
  const user = await openApp(owner, '/profile')
  const row = await findRow('Kite Crew')
  const pending = await openRowMenu(user, 'Pending One')
  expect(pending.queryByRole('menuitem', { name: 'Pause' })).toBeNull()

  const broken = failRequests(/rpc\/set_community_paused/)
  await chooseInRow(user, 'Kite Crew', 'Pause')
  const confirm = await screen.findByRole('button', { name: 'Pause' })
  expect(screen.getByRole('alertdialog')).toHaveTextContent('Kite Crew')
  await user.click(confirm)
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to pause community')
  expect(await readCommunity(id)).toMatchObject({ community_blocks: [] })
  broken.restore()
  await user.click(confirm)
  await expectToast('Community paused')
  const explanation =
    'Not in the directory while paused. Resume it at any time, without a new review.'
  expect(await row.findByText(explanation)).toBeVisible()
  expect(row.queryByText('Approved')).toBeNull()
  expect(await readCommunity(id)).toMatchObject({ community_blocks: [{ kind: 'paused' }] })

  await user.click(row.getByRole('button', { name: 'Resume Kite Crew' }))
  await expectToast('Community resumed')
  expect(await row.findByText('Approved')).toBeVisible()
  expect(await readCommunity(id)).toMatchObject({ community_blocks: [], status: 'approved' })
})

test('pausing a community that was deleted in another tab fails', async () => {
  const owner = await createUser()
  const { id } = await createCommunity(owner, { name: 'Kite Crew', status: 'approved' })
  const user = await openApp(owner, '/profile')
  await chooseInRow(user, 'Kite Crew', 'Pause')
  await createSecretClient().from('communities').delete().eq('id', id).throwOnError()
  await user.click(await screen.findByRole('button', { name: 'Pause' }))
  // The list reloads, and the row disappears with its dialog.
  await waitFor(() => expect(screen.queryByText('Kite Crew')).toBeNull())
  await expectToast(/^Failed to pause community: .* not one of yours, or no longer exists/)
})

test('the owner of a hidden community sees every reason', async () => {
  const owner = await createUser()
  const { id } = await createCommunity(owner, { name: 'Kite Crew', status: 'approved' })
  await block(id, 'reports')
  await block(id, 'admin', 'Too much advertising.')
  await openApp(owner, '/profile')
  const row = await findRow('Kite Crew')
  expect(row.getAllByText('Hidden:').map((label) => label.parentElement?.textContent)).toEqual([
    expect.stringMatching(/^Hidden: Users have reported this community\./),
    'Hidden: Too much advertising.',
  ])
  expect(row.getByText('Hidden')).toHaveAttribute('data-tone', 'red')
  expect(row.queryByText('Approved')).toBeNull()
})
