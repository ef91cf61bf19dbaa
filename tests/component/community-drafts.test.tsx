import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Community } from '../../src/features/community/fields.ts'
import { sessionStorageKey } from '../../src/supabase/config.ts'
import { createCommunity, readCommunity } from '../support/communities.ts'
import { createUser, type TestUser } from '../support/users.ts'
import { fillForm, getField } from './community-dialog-app.tsx'
import { expectToast, openApp } from './whole-app.tsx'

let owner: TestUser
let admin: TestUser
let community: Community

beforeAll(async () => {
  ;[owner, admin] = await Promise.all([createUser(), createUser({ admin: true })])
})

beforeEach(async () => {
  community = await createCommunity(owner, { name: `Kept ${crypto.randomUUID()}` })
})

const user = userEvent.setup()
const savedAsDraft = 'Your changes are saved as a draft on this device'

async function findDialog(name: string) {
  const dialog = within(await screen.findByRole('dialog', { name }, { timeout: 10_000 }))
  return { dialog, user }
}

/** Opens the dialog with the community's edit button. */
async function openByButton() {
  await openApp(owner, '/profile')
  return reopen()
}

async function reopen() {
  await user.click(await screen.findByRole('button', { name: `Edit ${community.name}` }))
  return findDialog('Edit Community')
}

/** Opens the dialog by its URL, as a bookmark or a reload does. */
async function openByUrl(signedIn = owner) {
  cleanup()
  await openApp(signedIn, `/profile?edit=${community.id}`)
  return findDialog('Edit Community')
}

const currentUrl = () => window.location.pathname + window.location.search
const expectDialogClosed = () =>
  waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

/** Returns the number of history entries before the current one. */
const readHistoryIndex = () => Number(Reflect.get(Object(window.history.state), 'idx'))

describe('the dialog', () => {
  test('adds one history entry, which closing and saving remove', async () => {
    const view = await openByButton()
    expect(currentUrl()).toBe(`/profile?edit=${community.id}`)
    expect(readHistoryIndex()).toBe(1)
    await user.click(view.dialog.getByRole('button', { name: 'Cancel' }))
    await expectDialogClosed()
    expect(currentUrl()).toBe('/profile')
    expect(readHistoryIndex()).toBe(0)

    const again = await reopen()
    await fillForm(again, { 'Current Member Count': '77' })
    await user.click(again.dialog.getByRole('button', { name: 'Save Changes' }))
    await expectDialogClosed()
    expect(await screen.findByText('77 members')).toBeVisible()
    expect(currentUrl()).toBe('/profile')
    expect(readHistoryIndex()).toBe(0)
  })

  test.each(['00000000-0000-4000-8000-000000000000', 'no-id'])(
    'closes with an error if the URL names an unknown community: %s',
    async (id) => {
      await openApp(owner, `/profile?edit=${id}`)
      await expectToast('This community no longer exists, or you may no longer edit it.')
      await waitFor(() => expect(currentUrl()).toBe('/profile'))
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    },
  )

  test('for a new community closes to the page on which it was opened', async () => {
    await openApp(owner, '/profile')
    await user.click(await screen.findByRole('link', { name: 'List New Community' }))
    const view = await findDialog('List your community')
    expect(currentUrl()).toBe('/?list=new')
    await user.click(view.dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(currentUrl()).toBe('/profile'))
    await expectDialogClosed()
    expect(readHistoryIndex()).toBe(0)
  })
})

describe('an unsaved edit', () => {
  test('can be discarded on closing, which asks only if something changed, and is kept by Back, with a toast', async () => {
    const view = await openByButton()
    await fillForm(view, { 'Community Name': 'Thrown away' })
    const close = () => user.keyboard('{Escape}')
    await close()
    await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
    await user.click(screen.getByRole('button', { name: 'Keep editing' }))
    expect(getField(view, 'Community Name')).toHaveValue('Thrown away')
    await close()
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
    await expectDialogClosed()

    const unchanged = await reopen()
    expect(getField(unchanged, 'Community Name')).toHaveValue(community.name)
    await fillForm(unchanged, { 'Community Name': 'Something else' })
    await fillForm(unchanged, { 'Community Name': community.name })
    await close()
    await expectDialogClosed()
    expect(screen.queryByText(savedAsDraft)).not.toBeInTheDocument()

    await fillForm(await reopen(), { 'Community Name': 'Before Back' })
    window.history.back()
    await expectDialogClosed()
    expect(currentUrl()).toBe('/profile')
    await expectToast(savedAsDraft)
    expect(await readCommunity(community.id)).toMatchObject({ name: community.name })
    const again = await reopen()
    expect(getField(again, 'Community Name')).toHaveValue('Before Back')
    expect(again.dialog.getByText('Draft restored')).toBeVisible()
  })

  test('is restored after a reload, but only for the same user', async () => {
    const view = await openByButton()
    await fillForm(view, { 'Community Name': 'Before the end' })
    // The session ends during the edit.
    localStorage.removeItem(sessionStorageKey)
    window.dispatchEvent(new StorageEvent('storage', { key: sessionStorageKey }))
    await waitFor(() => expect(screen.queryByLabelText(/^Community Name/)).not.toBeInTheDocument())

    const other = await openByUrl(admin)
    expect(getField(other, 'Community Name')).toHaveValue(community.name)
    const again = await openByUrl(owner)
    expect(getField(again, 'Community Name')).toHaveValue('Before the end')
  })
})
