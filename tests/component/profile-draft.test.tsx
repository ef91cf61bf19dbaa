import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { sessionStorageKey } from '../../src/supabase/config.ts'
import { type TestUser, createUser } from '../support/users.ts'
import { fillIn } from './session/app.tsx'
import { expectToast, openApp, visit } from './whole-app.tsx'

let person: TestUser

beforeEach(async () => {
  person = await createUser({ name: 'Ines Duarte' })
})

const settings = async () => within(await screen.findByRole('region', { name: 'Profile Settings' }))
const nameField = async () => (await settings()).findByLabelText(/Full Name/)
const restored = /unsaved changes from an earlier visit/

async function editName() {
  const user = await openApp(person, '/profile')
  const card = await settings()
  await waitFor(() => expect(card.getByRole('button', { name: 'Edit Profile' })).toBeEnabled())
  await user.click(card.getByRole('button', { name: 'Edit Profile' }))
  await user.type(await nameField(), ' e Silva')
  return user
}

test('unsaved input is restored after following a link and coming back', async () => {
  const user = await editName()
  await user.click(screen.getByRole('link', { name: 'Privacy' }))
  await screen.findByRole('heading', { level: 1, name: /Privacy/ })
  await user.click(screen.getByRole('button', { name: /^Account menu/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Profile' }))
  expect(await nameField()).toHaveValue('Ines Duarte e Silva')
  expect(screen.getByText(restored)).toBeVisible()
})

test('unsaved input survives a reload until it is saved', async () => {
  await editName()
  cleanup()
  const user = visit('/profile')
  expect(await nameField()).toHaveValue('Ines Duarte e Silva')
  const card = await settings()
  await user.type(card.getByLabelText(/Phone/), '+351 555 0100')
  await user.click(card.getByRole('button', { name: 'Save Changes' }))
  await expectToast('Profile updated successfully')
  cleanup()
  visit('/profile')
  expect(await (await settings()).findByText('Ines Duarte e Silva')).toBeVisible()
  expect(screen.queryByText(restored)).not.toBeInTheDocument()
})

test('Cancel discards unsaved input', async () => {
  const user = await editName()
  await user.click((await settings()).getByRole('button', { name: 'Cancel' }))
  cleanup()
  visit('/profile')
  expect(await (await settings()).findByText('Ines Duarte')).toBeVisible()
})

const expire = () =>
  act(() => {
    localStorage.removeItem(sessionStorageKey)
    window.dispatchEvent(new StorageEvent('storage', { key: sessionStorageKey }))
  })

test('unsaved input survives an expired session of the same user', async () => {
  const user = await editName()
  expire()
  await screen.findByRole('dialog', { name: 'Sign in' })
  await fillIn({ Email: person.email, Password: person.password })
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Sign in' }))
  expect(await nameField()).toHaveValue('Ines Duarte e Silva')
})

test('another user does not see the unsaved input', async () => {
  const other = await createUser({ name: 'Another User' })
  const user = await editName()
  expire()
  await screen.findByRole('dialog', { name: 'Sign in' })
  await fillIn({ Email: other.email, Password: other.password })
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Sign in' }))
  expect(await (await settings()).findByText('Another User')).toBeVisible()
  expect(screen.queryByText(restored)).not.toBeInTheDocument()
})

test('signing out deletes the unsaved input', async () => {
  await editName()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: /^Account menu/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  await screen.findByRole('heading', { name: 'Back Soon' })
  await waitFor(() => expect(localStorage).toHaveLength(0))
})
