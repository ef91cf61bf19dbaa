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
const kept = 'Your changes are saved as a draft on this device'

async function dialogNamed(name: string) {
  const dialog = within(await screen.findByRole('dialog', { name }, { timeout: 10_000 }))
  return { dialog, user }
}

/** The dialog of the community, as a click on its pencil opens it. */
async function edit(person = owner) {
  cleanup()
  await openApp(person, '/profile')
  await user.click(await screen.findByRole('button', { name: `Edit ${community.name}` }))
  return dialogNamed('Edit Community')
}

/** The dialog of the community, as a bookmark or a reload opens it. */
async function revisit(person = owner) {
  cleanup()
  await openApp(person, `/profile?edit=${community.id}`)
  return dialogNamed('Edit Community')
}

const address = () => window.location.pathname + window.location.search
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

/** How many entries of this app's history are behind the shown one. */
const depth = () => Number(Reflect.get(Object(window.history.state), 'idx'))

describe('the dialog in the address', () => {
  test('opening it adds one entry to the history, and closing it takes that away', async () => {
    const view = await edit()
    expect(address()).toBe(`/profile?edit=${community.id}`)
    expect(depth()).toBe(1)
    await user.click(view.dialog.getByRole('button', { name: 'Cancel' }))
    await closed()
    expect(address()).toBe('/profile')
    expect(depth()).toBe(0)
  })

  test('saving closes it the same way', async () => {
    const view = await edit()
    await fill(view, { 'Current Member Count': '77' })
    await user.click(view.dialog.getByRole('button', { name: 'Save Changes' }))
    await closed()
    expect(await screen.findByText('77 members')).toBeVisible()
    expect(address()).toBe('/profile')
    expect(depth()).toBe(0)
  })

  test('opened from outside, it closes to the screen behind it', async () => {
    const view = await revisit()
    await user.click(view.dialog.getByRole('button', { name: 'Cancel' }))
    await closed()
    expect(address()).toBe('/profile')
  })

  test.each(['00000000-0000-4000-8000-000000000000', 'no-id'])(
    'an unknown community is dropped from it with a sentence: %s',
    async (id) => {
      await openApp(owner, `/profile?edit=${id}`)
      await expectToast('This community no longer exists, or you may no longer edit it.')
      await waitFor(() => expect(address()).toBe('/profile'))
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    },
  )

  test('a new community opened on the same page goes back to it', async () => {
    await openApp(owner, '/')
    await user.click(await screen.findByRole('link', { name: /^List/ }))
    const view = await dialogNamed('List your community')
    expect(depth()).toBe(1)
    await user.click(view.dialog.getByRole('button', { name: 'Cancel' }))
    await closed()
    expect(address()).toBe('/')
    expect(depth()).toBe(0)
  })

  test('a new community opened on the profile goes back to that', async () => {
    await openApp(owner, '/profile')
    await user.click(await screen.findByRole('link', { name: 'List New Community' }))
    const view = await dialogNamed('List your community')
    expect(address()).toBe('/?list=new')
    await user.click(view.dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(address()).toBe('/profile'))
    expect(depth()).toBe(0)
  })
})

describe('an edit that was not saved', () => {
  test('is kept when Back closes the dialog, which is said, and is there the next time', async () => {
    const view = await edit()
    await fill(view, { 'Community Name': 'Typed before Back' })
    window.history.back()
    await closed()
    expect(address()).toBe('/profile')
    await expectToast(kept)
    expect(await reread(community.id)).toMatchObject({ name: community.name })

    await user.click(await screen.findByRole('button', { name: `Edit ${community.name}` }))
    const again = await dialogNamed('Edit Community')
    expect(field(again, 'Community Name')).toHaveValue('Typed before Back')
    expect(again.dialog.getByText('Draft restored')).toBeVisible()
  })

  test('Back with nothing changed says nothing', async () => {
    await edit()
    window.history.back()
    await closed()
    expect(screen.queryByText(kept)).not.toBeInTheDocument()
  })

  test('can be thrown away on closing', async () => {
    const view = await edit()
    await fill(view, { 'Community Name': 'Thrown away' })
    await user.keyboard('{Escape}')
    await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
    await user.click(screen.getByRole('button', { name: 'Discard changes' }))
    await closed()
    const again = await revisit()
    expect(field(again, 'Community Name')).toHaveValue(community.name)
  })

  test('is back after a reload, which opens the dialog again, for this person alone', async () => {
    const view = await edit()
    await fill(view, { 'Community Name': 'Typed before the end' })
    // Their session ends in the middle of it.
    localStorage.removeItem(sessionStorageKey)
    window.dispatchEvent(new StorageEvent('storage', { key: sessionStorageKey }))
    await waitFor(() => expect(screen.queryByLabelText(/^Community Name/)).not.toBeInTheDocument())

    const other = await revisit(admin)
    expect(field(other, 'Community Name')).toHaveValue(community.name)
    const again = await revisit(owner)
    expect(field(again, 'Community Name')).toHaveValue('Typed before the end')
  })
})

test('a saved community leaves no open dialog behind in the history', async () => {
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
  await waitFor(() => expect(address()).toBe('/profile'))
  expect(depth()).toBe(1)
  window.history.back()
  await waitFor(() => expect(address()).toBe('/'))
  await closed()
})
