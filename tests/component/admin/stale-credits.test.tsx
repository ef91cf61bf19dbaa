import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createSecretClient, createUser } from '../../support/users.ts'
import { openApp } from '../whole-app.tsx'

test('credits that another admin has changed meanwhile are not overwritten', async () => {
  const [admin, owner] = await Promise.all([
    createUser({ admin: true }),
    createUser({ name: 'Community Owner' }),
  ])
  const secret = createSecretClient()
  const user = await openApp(admin, '/admin?tab=users')
  const row = (await screen.findByText(owner.email)).closest('tr')
  if (!row) throw new Error('The user is not in the table')
  await user.click(within(row).getByRole('button', { name: 'Community Owner' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'User Profile' }))

  await secret.from('profiles').update({ credits: 50 }).eq('id', owner.id).throwOnError()
  await user.clear(dialog.getByLabelText('Credits'))
  await user.type(dialog.getByLabelText('Credits'), '12')
  await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
  expect(await dialog.findByText(/^Another admin changed these credits/)).toBeVisible()
  const { data } = await secret.from('profiles').select('credits').eq('id', owner.id).single()
  expect(data).toEqual({ credits: 50 })
})
