import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { sessionStorageKey } from '../../src/supabase/config.ts'
import { createUser, type TestUser } from '../support/users.ts'
import { fillIn } from './session/app.tsx'
import { expectToast, openApp, visit } from './whole-app.tsx'

let member: TestUser

beforeEach(async () => {
  member = await createUser({ name: 'Ines Duarte' })
})

const findSettings = async () =>
  within(await screen.findByRole('region', { name: 'Profile Settings' }))
const findNameField = async () => (await findSettings()).findByLabelText(/Full Name/)
const restoredNotice = /unsaved changes from an earlier visit/

async function editName() {
  const user = await openApp(member, '/profile')
  const card = await findSettings()
  await waitFor(() => expect(card.getByRole('button', { name: 'Edit Profile' })).toBeEnabled())
  await user.click(card.getByRole('button', { name: 'Edit Profile' }))
  await user.type(await findNameField(), ' e Silva')
  return user
}

test('unsaved input is restored after leaving the profile and returning', async () => {
  const user = await editName()
  await user.click(screen.getByRole('link', { name: 'Privacy' }))
  await screen.findByRole('heading', { level: 1, name: /Privacy/ })
  await user.click(screen.getByRole('button', { name: /^Account menu/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Profile' }))
  expect(await findNameField()).toHaveValue('Ines Duarte e Silva')
  expect(screen.getByText(restoredNotice)).toBeVisible()
})

test('unsaved input survives a reload until it is saved', async () => {
  await editName()
  cleanup()
  const user = visit('/profile')
  expect(await findNameField()).toHaveValue('Ines Duarte e Silva')
  const card = await findSettings()
  await user.type(card.getByLabelText(/Phone/), '+351 555 0100')
  await user.click(card.getByRole('button', { name: 'Save Changes' }))
  await expectToast('Profile updated successfully')
  cleanup()
  visit('/profile')
  expect(await (await findSettings()).findByText('Ines Duarte e Silva')).toBeVisible()
  expect(screen.queryByText(restoredNotice)).not.toBeInTheDocument()
})

test('Cancel discards unsaved input', async () => {
  const user = await editName()
  await user.click((await findSettings()).getByRole('button', { name: 'Cancel' }))
  cleanup()
  visit('/profile')
  expect(await (await findSettings()).findByText('Ines Duarte')).toBeVisible()
})

const expireSession = () =>
  act(() => {
    localStorage.removeItem(sessionStorageKey)
    window.dispatchEvent(new StorageEvent('storage', { key: sessionStorageKey }))
  })

test('unsaved input survives an expired session if the same user signs in again', async () => {
  const user = await editName()
  expireSession()
  await screen.findByRole('dialog', { name: 'Sign in' })
  await fillIn({ Email: member.email, Password: member.password })
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Sign in' }))
  expect(await findNameField()).toHaveValue('Ines Duarte e Silva')
})

test('another user does not see the unsaved input', async () => {
  const other = await createUser({ name: 'Another User' })
  const user = await editName()
  expireSession()
  await screen.findByRole('dialog', { name: 'Sign in' })
  await fillIn({ Email: other.email, Password: other.password })
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Sign in' }))
  expect(await (await findSettings()).findByText('Another User')).toBeVisible()
  expect(screen.queryByText(restoredNotice)).not.toBeInTheDocument()
})

test('signing out asks before it deletes the unsaved input', async () => {
  const user = await editName()
  const requestSignOut = async () => {
    await user.click(screen.getByRole('button', { name: /^Account menu/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
    const question = await screen.findByRole('alertdialog', {
      name: 'Sign out and delete your draft?',
    })
    return within(question)
  }
  await user.click((await requestSignOut()).getByRole('button', { name: 'Stay signed in' }))
  expect(await findNameField()).toHaveValue('Ines Duarte e Silva')
  expect(localStorage.getItem(sessionStorageKey)).not.toBeNull()
  await user.click((await requestSignOut()).getByRole('button', { name: 'Sign out' }))
  await screen.findByRole('heading', { name: 'Back Soon' })
  await waitFor(() => expect(localStorage).toHaveLength(0))
})

const signOutElsewhere = () =>
  act(() => {
    localStorage.clear()
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
  })

test('signing out in another tab keeps the unsaved input on the screen, but stores none', async () => {
  const user = await editName()
  signOutElsewhere()
  expect(await screen.findAllByText('You signed out in another tab')).not.toHaveLength(0)
  await user.type(await findNameField(), '!')
  expect(await findNameField()).toHaveValue('Ines Duarte e Silva!')
  expect(localStorage).toHaveLength(0)
  await user.click((await findSettings()).getByRole('button', { name: 'Cancel' }))
  await screen.findByRole('heading', { name: 'Back Soon' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('after signing in again in the other tab, the unsaved input can be saved', async () => {
  const user = await editName()
  const session = localStorage.getItem(sessionStorageKey) ?? ''
  signOutElsewhere()
  const card = await findSettings()
  await user.type(card.getByLabelText(/Phone/), '+351 555 0100')
  expect(await card.findByText('You signed out in another tab')).toBeVisible()
  act(() => {
    localStorage.setItem(sessionStorageKey, session)
    window.dispatchEvent(new StorageEvent('storage', { key: sessionStorageKey }))
  })
  await waitFor(() => expect(card.queryByText('You signed out in another tab')).toBeNull())
  await user.click(card.getByRole('button', { name: 'Save Changes' }))
  await expectToast('Profile updated successfully')
  expect(await card.findByText('Ines Duarte e Silva')).toBeVisible()
})

test('signing out in another tab leaves a profile that is not edited', async () => {
  await openApp(member, '/profile')
  await findSettings()
  signOutElsewhere()
  await screen.findByRole('heading', { name: 'Back Soon' })
  await expectToast('You signed out in another tab')
})
