import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createCommunity, readCommunity } from '../support/communities.ts'
import { createUser } from '../support/users.ts'
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
