import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { createCommunity } from '../support/communities.ts'
import { createUser, type TestUser } from '../support/users.ts'
import { addAppElsewhere } from './second-factor.ts'
import { fillIn, findDialog } from './session/app.tsx'
import { expectToast, findRow, openApp } from './whole-app.tsx'

/* What a user sees in a tab that was open when they added the first app on another device. */

let member: TestUser

beforeEach(async () => {
  member = await createUser({ name: 'Ines Duarte' })
})

const findSettings = async (name: string) => within(await screen.findByRole('region', { name }))

async function enterCode(user: Awaited<ReturnType<typeof openApp>>) {
  const dialog = await findDialog('Enter your code')
  expect(dialog).toHaveTextContent('An authenticator app was added to your account')
  await fillIn({ Code: '123-456' })
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }))
}

test('the profile is saved after the code, and the input stays', async () => {
  const user = await openApp(member, '/profile')
  const card = await findSettings('Profile Settings')
  await waitFor(() => expect(card.getByRole('button', { name: 'Edit Profile' })).toBeEnabled())
  await user.click(card.getByRole('button', { name: 'Edit Profile' }))
  await user.type(await card.findByLabelText(/Full Name/), ' e Silva')
  await user.type(card.getByLabelText(/Phone/), '+351 555 0100')
  await addAppElsewhere(member)
  await user.click(card.getByRole('button', { name: 'Save Changes' }))
  const field = card.getByLabelText(/Full Name/)
  await findDialog('Enter your code')
  expect(field).toHaveValue('Ines Duarte e Silva')
  expect(field).toBeInTheDocument()
  await enterCode(user)
  await expectToast('Profile updated successfully')
  expect(await card.findByText('Ines Duarte e Silva')).toBeVisible()
  expect(screen.queryByText(/Nothing was saved/)).toBeNull()
})

test('a community is deleted after the code', async () => {
  await createCommunity(member, { name: 'Night market walks' })
  const user = await openApp(member, '/profile')
  const row = await findRow('Night market walks')
  await addAppElsewhere(member)
  await user.click(row.getByRole('button', { name: /Delete/ }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: /Delete/ }))
  await enterCode(user)
  await waitFor(() => expect(screen.queryByText('Night market walks')).toBeNull())
})

test('a new password can be saved after the code, and the input stays', async () => {
  const user = await openApp(member, '/profile')
  const card = await findSettings('Sign-in')
  await user.click(card.getByRole('button', { name: 'Change password' }))
  await user.type(await screen.findByLabelText('New password'), 'better-horse-8')
  await addAppElsewhere(member)
  await user.click(screen.getByRole('button', { name: 'Save new password' }))
  await enterCode(user)
  await waitFor(() => expect(screen.queryByLabelText('Code')).toBeNull())
  expect(screen.getByLabelText('New password')).toHaveValue('better-horse-8')
  await user.click(screen.getByRole('button', { name: 'Save new password' }))
  await expectToast(/^Your new password is saved/)
})
