import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionStorageKey } from '../../src/supabase/config.ts'
import { createUser, type TestUser } from '../support/users.ts'
import { signIn } from './session/app.tsx'
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
  const user = await openApp(member, '/profile?section=settings')
  const card = await findSettings()
  await waitFor(() => expect(card.getByRole('button', { name: 'Edit Profile' })).toBeEnabled())
  await user.click(card.getByRole('button', { name: 'Edit Profile' }))
  await user.type(await findNameField(), ' e Silva')
  return user
}

async function leaveAndReturn(user: UserEvent) {
  await user.click(screen.getByRole('link', { name: 'Privacy' }))
  await screen.findByRole('heading', { level: 1, name: /Privacy/ })
  await user.click(screen.getByRole('button', { name: /^Account menu/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Profile' }))
  await user.click(await screen.findByRole('tab', { name: 'Settings' }))
}

test('unsaved input is restored after leaving the profile and after a reload, until it is saved', async () => {
  await leaveAndReturn(await editName())
  expect(await findNameField()).toHaveValue('Ines Duarte e Silva')
  expect(screen.getByText(restoredNotice)).toBeVisible()

  cleanup()
  const later = visit('/profile?section=settings')
  expect(await findNameField()).toHaveValue('Ines Duarte e Silva')
  const card = await findSettings()
  await later.type(card.getByLabelText(/Phone/), '+351 555 0100')
  await later.click(card.getByRole('button', { name: 'Save Changes' }))
  await expectToast('Profile updated successfully')
  expect(await card.findByText('Ines Duarte e Silva')).toBeVisible()
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain('e Silva')
})

test('unsaved input survives an expired session, but only its user sees it', async () => {
  const other = await createUser({ name: 'Another User' })
  await editName()
  const signInAgain = async (account: TestUser) => {
    act(() => {
      localStorage.removeItem(sessionStorageKey)
      window.dispatchEvent(new StorageEvent('storage', { key: sessionStorageKey }))
    })
    await screen.findByRole('dialog', { name: 'Sign in' })
    await signIn(account)
  }
  await signInAgain(other)
  expect(await (await findSettings()).findByText('Another User')).toBeVisible()
  expect(screen.queryByText(restoredNotice)).not.toBeInTheDocument()
  await signInAgain(member)
  expect(await findNameField()).toHaveValue('Ines Duarte e Silva')
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

/** Whether the browser asks before it leaves or reloads the page. */
const asksBeforeLeaving = () =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** From now on, local storage is too full for a draft. */
function fillStorage() {
  const storage = localStorage
  const setItem = (key: string, value: string) => {
    if (key.startsWith('profile-draft')) throw new DOMException('Full', 'QuotaExceededError')
    storage.setItem(key, value)
  }
  const full = new Proxy(storage, {
    get: (target, name) => (name === 'setItem' ? setItem : Reflect.get(target, name)),
  })
  vi.stubGlobal('localStorage', full)
}
afterEach(() => vi.unstubAllGlobals())

test('with a full storage, input survives navigation, and leaving asks until it is saved', async () => {
  const user = await editName()
  expect(asksBeforeLeaving()).toBe(false)
  fillStorage()
  await user.type(await findNameField(), ' Melo')
  expect(asksBeforeLeaving()).toBe(true)
  await leaveAndReturn(user)
  expect(await findNameField()).toHaveValue('Ines Duarte e Silva Melo')
  expect(asksBeforeLeaving()).toBe(true)
  const card = await findSettings()
  await user.type(card.getByLabelText(/Phone/), '+351 555 0100')
  await user.click(card.getByRole('button', { name: 'Save Changes' }))
  expect(await card.findByText('Ines Duarte e Silva Melo')).toBeVisible()
  expect(asksBeforeLeaving()).toBe(false)
})

const signOutElsewhere = () =>
  act(() => {
    localStorage.clear()
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
  })

test('signing out in another tab keeps the unsaved input on the screen, but stores none', async () => {
  const user = await editName()
  const session = localStorage.getItem(sessionStorageKey) ?? ''
  signOutElsewhere()
  const card = await findSettings()
  await user.type(card.getByLabelText(/Phone/), '+351 555 0100')
  expect(await card.findByText('You signed out in another tab')).toBeVisible()
  expect(await findNameField()).toHaveValue('Ines Duarte e Silva')
  expect(localStorage).toHaveLength(0)
  expect(asksBeforeLeaving()).toBe(true)

  // The user signs in again in the other tab.
  act(() => {
    localStorage.setItem(sessionStorageKey, session)
    window.dispatchEvent(new StorageEvent('storage', { key: sessionStorageKey }))
  })
  await waitFor(() => expect(card.queryByText('You signed out in another tab')).toBeNull())
  await user.click(card.getByRole('button', { name: 'Save Changes' }))
  await expectToast('Profile updated successfully')
  expect(await card.findByText('Ines Duarte e Silva')).toBeVisible()
})
