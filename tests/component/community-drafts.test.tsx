import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Community } from '../../src/communities/fields.ts'
import { sessionStorageKey } from '../../src/supabase/config.ts'
import { createCommunity } from '../support/communities.ts'
import { createUser, type TestUser } from '../support/users.ts'
import { fill, field, reread } from './community-dialog-app.tsx'
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

async function dialogNamed(name: string) {
  const dialog = within(await screen.findByRole('dialog', { name }, { timeout: 10_000 }))
  return { dialog, user }
}

/** Opens the dialog with the community's edit button. */
async function edit(signedIn = owner) {
  cleanup()
  await openApp(signedIn, '/profile')
  await user.click(await screen.findByRole('button', { name: `Edit ${community.name}` }))
  return dialogNamed('Edit Community')
}

/** Opens the dialog by its URL, like a bookmark or a reload. */
async function revisit(signedIn = owner) {
  cleanup()
  await openApp(signedIn, `/profile?edit=${community.id}`)
  return dialogNamed('Edit Community')
}

const currentUrl = () => window.location.pathname + window.location.search
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

/** The number of history entries before the current one. */
const depth = () => Number(Reflect.get(Object(window.history.state), 'idx'))

describe('the URL of the dialog', () => {
  test('adds one history entry on opening, which closing removes', async () => {
    const view = await edit()
    expect(currentUrl()).toBe(`/profile?edit=${community.id}`)
    expect(depth()).toBe(1)
    await user.click(view.dialog.getByRole('button', { name: 'Cancel' }))
    await closed()
    expect(currentUrl()).toBe('/profile')
    expect(depth()).toBe(0)
  })

  test('is closed by saving in the same way', async () => {
    const view = await edit()
    await fill(view, { 'Current Member Count': '77' })
    await user.click(view.dialog.getByRole('button', { name: 'Save Changes' }))
    await closed()
    expect(await screen.findByText('77 members')).toBeVisible()
    expect(currentUrl()).toBe('/profile')
    expect(depth()).toBe(0)
  })

  test('closes to the screen behind it when opened from outside the app', async () => {
    const view = await revisit()
    await user.click(view.dialog.getByRole('button', { name: 'Cancel' }))
    await closed()
    expect(currentUrl()).toBe('/profile')
  })

  test.each(['00000000-0000-4000-8000-000000000000', 'no-id'])(
    'with an unknown community is closed with an error: %s',
    async (id) => {
      await openApp(owner, `/profile?edit=${id}`)
      await expectToast('This community no longer exists, or you may no longer edit it.')
      await waitFor(() => expect(currentUrl()).toBe('/profile'))
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    },
  )

  test('for a new community closes to the home page', async () => {
    await openApp(owner, '/')
    await user.click(await screen.findByRole('link', { name: /^List/ }))
    const view = await dialogNamed('List your community')
    expect(depth()).toBe(1)
    await user.click(view.dialog.getByRole('button', { name: 'Cancel' }))
    await closed()
    expect(currentUrl()).toBe('/')
    expect(depth()).toBe(0)
  })

  test('for a new community, opened on the profile, closes to the profile', async () => {
    await openApp(owner, '/profile')
    await user.click(await screen.findByRole('link', { name: 'List New Community' }))
    const view = await dialogNamed('List your community')
    expect(currentUrl()).toBe('/?list=new')
    await user.click(view.dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(currentUrl()).toBe('/profile'))
    expect(depth()).toBe(0)
  })
})

describe('an unsaved edit', () => {
  test('is saved as a draft when Back closes the dialog, which a toast confirms', async () => {
    const view = await edit()
    await fill(view, { 'Community Name': 'Before Back' })
    window.history.back()
    await closed()
    expect(currentUrl()).toBe('/profile')
    await expectToast(savedAsDraft)
    expect(await reread(community.id)).toMatchObject({ name: community.name })

    await user.click(await screen.findByRole('button', { name: `Edit ${community.name}` }))
    const again = await dialogNamed('Edit Community')
    expect(field(again, 'Community Name')).toHaveValue('Before Back')
    expect(again.dialog.getByText('Draft restored')).toBeVisible()
  })

  test('shows no toast on Back if nothing changed', async () => {
    await edit()
    window.history.back()
    await closed()
    expect(screen.queryByText(savedAsDraft)).not.toBeInTheDocument()
  })

  test('can be discarded on closing', async () => {
    const view = await edit()
    await fill(view, { 'Community Name': 'Thrown away' })
    await user.keyboard('{Escape}')
    await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
    await user.click(screen.getByRole('button', { name: 'Discard changes' }))
    await closed()
    const again = await revisit()
    expect(field(again, 'Community Name')).toHaveValue(community.name)
  })

  test('is restored after a reload, only for the same user', async () => {
    const view = await edit()
    await fill(view, { 'Community Name': 'Before the end' })
    // The session ends during the edit.
    localStorage.removeItem(sessionStorageKey)
    window.dispatchEvent(new StorageEvent('storage', { key: sessionStorageKey }))
    await waitFor(() => expect(screen.queryByLabelText(/^Community Name/)).not.toBeInTheDocument())

    const other = await revisit(admin)
    expect(field(other, 'Community Name')).toHaveValue(community.name)
    const again = await revisit(owner)
    expect(field(again, 'Community Name')).toHaveValue('Before the end')
  })
})

test('saving a community leaves no open dialog in the history', async () => {
  await openApp(owner, '/')
  await user.click(await screen.findByRole('link', { name: /^List/ }))
  const view = await dialogNamed('List your community')
  await fill(view, {
    'Community Name': 'Straight to the profile',
    Description: 'Once.',
    Location: 'Bali',
    Category: 'Culture',
    'WhatsApp Link': `https://chat.whatsapp.com/${crypto.randomUUID().replaceAll('-', '').slice(0, 22)}`,
  })
  await user.click(view.dialog.getByRole('button', { name: 'Use a stock photo' }))
  await user.click(view.dialog.getByRole('checkbox'))
  await user.click(view.dialog.getByRole('button', { name: 'Submit for review' }))
  await expectToast('Community submitted for review')
  await waitFor(() => expect(currentUrl()).toBe('/profile'))
  expect(depth()).toBe(1)
  window.history.back()
  await waitFor(() => expect(currentUrl()).toBe('/'))
  await closed()
})
