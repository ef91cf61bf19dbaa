import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createCommunity, readCommunity } from '../support/communities.ts'
import { createUser } from '../support/users.ts'
import { findRow, openApp } from './whole-app.tsx'

test('withdrawing changes does not discard newer ones from another tab', async () => {
  const owner = await createUser()
  const { id } = await createCommunity(owner, { name: 'As approved', status: 'approved' })
  const rename = (name: string) =>
    owner.client.from('communities').update({ name }).eq('id', id).throwOnError()
  await rename('First idea')
  const user = await openApp(owner, '/profile')
  const row = await findRow('First idea')
  await rename('Better idea')
  await user.click(row.getByRole('button', { name: 'Withdraw the changes to First idea' }))
  await user.click(await screen.findByRole('button', { name: 'Withdraw changes' }))
  expect(await screen.findByText(/^This community was changed by someone else/)).toBeVisible()
  expect(await readCommunity(id)).toMatchObject({ held_changes: { name: 'Better idea' } })
})
