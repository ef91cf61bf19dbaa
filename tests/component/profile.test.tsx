import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { sessionStorageKey } from '../../src/supabase/config.ts'
import {
  createCommunity,
  newInviteLink,
  readCommunity,
  updateCommunity,
} from '../support/communities.ts'
import { uploadVersions } from '../support/images.ts'
import { createSecretClient, createUser, type TestUser } from '../support/users.ts'
import { countRequests, failRequests, interceptRequests, loseResponses } from './requests.ts'
import { chooseInRow, expectFocusKept, expectToast, findRow, openApp } from './whole-app.tsx'

let owner: TestUser

beforeEach(async () => {
  owner = await createUser({ name: 'Ines Duarte' })
})

describe('profile settings', () => {
  /** Waits until the profile can be edited. */
  const findSettings = async () => {
    const card = within(await screen.findByRole('region', { name: 'Profile Settings' }))
    await waitFor(() => expect(card.getByRole('button', { name: 'Edit Profile' })).toBeEnabled())
    return card
  }

  const openForm = async () => {
    const user = await openApp(owner, '/profile?section=settings')
    const card = await findSettings()
    const edit = () => user.click(card.getByRole('button', { name: 'Edit Profile' }))
    await edit()
    await card.findByLabelText(/Full Name/)
    const save = () => user.click(card.getByRole('button', { name: 'Save Changes' }))
    const enter = async (field: RegExp, text: string) => {
      await user.clear(card.getByLabelText(field))
      await user.click(card.getByLabelText(field))
      await user.paste(text)
    }
    return { user, card, edit, save, enter }
  }

  const readProfile = async () => {
    const { data } = await createSecretClient()
      .from('profiles')
      .select('name, email, phone')
      .eq('id', owner.id)
      .single()
      .throwOnError()
    return data
  }

  test('keep the input until they are saved, without invisible characters, and Cancel restores them', async () => {
    const { user, card, edit, save, enter } = await openForm()
    await user.clear(card.getByLabelText(/Full Name/))
    await save()
    await waitFor(() =>
      expect(card.getByLabelText(/Full Name/)).toHaveAccessibleDescription(
        'Please enter your full name',
      ),
    )
    expect(card.getByLabelText(/Phone/)).toHaveAccessibleDescription(
      'Please enter your phone number',
    )
    await user.click(card.getByRole('button', { name: 'Cancel' }))
    expect(card.getByText('Ines Duarte')).toBeVisible()
    expect(Object.keys(localStorage).join()).not.toContain('draft')

    await edit()
    await enter(/Full Name/, '\u200FInes\u061C D.\u202E')
    await enter(/Email/, 'mailto:\u202Aines@example.com\u202C')
    await enter(/Phone/, 'tel:\u200E(٥٥٥) 123–4567 x12')
    const lost = loseResponses(/rest\/v1\/profiles\?.*id=eq/)
    await save()
    await expectToast('Error updating profile')
    expect(card.getByRole('alert')).toHaveTextContent('Check your connection')
    expect(card.getByLabelText(/Phone/)).toHaveDisplayValue(/4567/)
    lost.restore()
    await save()
    await expectToast('Profile updated successfully')
    expect(await card.findByText('Ines D.')).toBeVisible()
    expect(await readProfile()).toEqual({
      name: 'Ines D.',
      email: 'ines@example.com',
      phone: '(555) 123-4567 ext. 12',
    })
    // The account menu has the new name.
    expect(await screen.findByRole('button', { name: 'Account menu, Ines D.' })).toBeVisible()
  })

  test('saved in another tab are not overwritten unless the user says so', async () => {
    const { user, card, save, enter } = await openForm()
    const saveOlderVersion = async (phone: string) => {
      const name = `In the other tab, before ${phone}`
      await owner.client.from('profiles').update({ name }).eq('id', owner.id).throwOnError()
      const before = await readProfile()
      await enter(/Phone/, phone)
      await save()
      expect(await card.findByText(/Your profile was changed in the meantime/)).toBeVisible()
      expect(card.getByText(name)).toBeVisible()
      expect(await readProfile()).toEqual(before)
      expect(card.getByLabelText(/Phone/)).toHaveValue(phone)
      return name
    }
    const current = await saveOlderVersion('+351 555 0100')
    expect(card.getByLabelText(/Full Name/)).toHaveValue('Ines Duarte')
    await user.click(card.getByRole('button', { name: 'Load current version' }))
    expect(card.getByLabelText(/Full Name/)).toHaveValue(current)

    await saveOlderVersion('+351 555 0199')
    await user.click(card.getByRole('button', { name: 'Save mine instead' }))
    await expectToast('Profile updated successfully')
    expect(await readProfile()).toMatchObject({ name: current, phone: '+351 555 0199' })
  })
})

describe('my communities', () => {
  test('are shown with status, member count, and a placeholder for a broken image', async () => {
    const { full, small } = await uploadVersions(owner)
    await createCommunity(owner, { name: 'Pending One', member_count: 1, image_url: full.url })
    await createCommunity(owner, { name: 'Approved One', status: 'approved', member_count: 1200 })
    const rejection_reason = 'The link is dead.'
    await createCommunity(owner, { name: 'Rejected One', status: 'rejected', rejection_reason })
    const user = await openApp(owner, '/profile')
    const pending = await findRow('Pending One')
    expect(pending.getByText('Pending')).toHaveAttribute('data-tone', 'yellow')
    expect(pending.getByText('1 member')).toBeVisible()
    const [uploaded] = pending.getAllByRole('presentation', { hidden: true })
    if (!uploaded) throw new Error('The row has no image')
    for (const src of [small.url, full.url, '/placeholder.svg', '/placeholder.svg']) {
      expect(uploaded).toHaveAttribute('src', src)
      fireEvent.error(uploaded)
    }
    const approved = await findRow('Approved One')
    expect(approved.getByText('Approved')).toHaveAttribute('data-tone', 'green')
    expect(approved.getByText('1,200 members')).toBeVisible()
    const [image] = approved.getAllByRole('presentation', { hidden: true })
    image?.dispatchEvent(new Event('error'))
    expect(image).toHaveAttribute('src', expect.stringContaining('/placeholder.svg'))

    const rejected = await findRow('Rejected One')
    expect(rejected.getByText('Rejected')).toHaveAttribute('data-tone', 'red')
    expect(rejected.getByText(rejection_reason)).toBeVisible()
    await user.click(rejected.getByRole('button', { name: /^Edit and resubmit: / }))
    expect(await screen.findByRole('dialog', { name: 'Edit Community' })).toBeVisible()
  })

  test('show changes waiting for review, which can be withdrawn unless another tab has changed them', async () => {
    const community = await createCommunity(owner, { name: 'As approved', status: 'approved' })
    const newLink = newInviteLink()
    const change = (changes: object) => updateCommunity(owner, community.id, changes).throwOnError()
    await change({ name: 'First idea' })
    const user = await openApp(owner, '/profile')
    await findRow('First idea')
    await change({ name: 'My new name', whatsapp_link: newLink })
    await chooseInRow(user, 'First idea', 'Withdraw changes')
    await user.click(await screen.findByRole('button', { name: 'Withdraw changes' }))
    expect(await screen.findByText(/^This community was changed by someone else/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Keep them' }))
    const row = await findRow('My new name')
    expect(row.getByText('Changes waiting for review')).toBeVisible()
    expect(row.getByText(/until an admin accepts your new name and WhatsApp link/)).toBeVisible()
    await user.click(row.getByText('What changed'))
    const proposed = await row.findAllByText('Proposed', { selector: 'dd p' })
    expect(proposed.map(({ parentElement }) => parentElement?.textContent)).toEqual([
      'ProposedMy new name',
      `Proposed${newLink}`,
    ])
    await chooseInRow(user, 'My new name', 'Withdraw changes')
    await user.click(await screen.findByRole('button', { name: 'Keep them' }))
    expect(row.getByRole('button', { name: 'More for My new name' })).toHaveFocus()
    await chooseInRow(user, 'My new name', 'Withdraw changes')
    await user.click(await screen.findByRole('button', { name: 'Withdraw changes' }))
    expect(await screen.findByRole('heading', { name: 'As approved' })).toBeVisible()
    await expectToast('Your changes are withdrawn')
    await expectFocusKept(/^More$/)
    expect(await readCommunity(community.id)).toMatchObject({
      name: 'As approved',
      held_changes: null,
    })
  })

  test('can be deleted after a confirmation, and stay if that fails', async () => {
    const community = await createCommunity(owner, { name: 'Old One' })
    const user = await openApp(owner, '/profile')
    await chooseInRow(user, 'Old One', 'Delete')
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText('Are you sure you want to delete this community?')).toBeVisible()
    const request = new RegExp(`communities\\?id=eq.${community.id}`)
    const broken = failRequests(request)
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await expectToast('Error deleting community')
    expect(screen.getByText('Old One', { selector: 'h3' })).toBeVisible()
    broken.restore()

    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await expectToast('Community deleted successfully')
    expect(await screen.findByText("You haven't created any communities yet")).toBeVisible()
    await expectFocusKept(/^My Communities/)
    expect(screen.getByRole('link', { name: 'List New Community' })).toHaveAttribute(
      'href',
      '/?list=new',
    )
    const { data } = await createSecretClient()
      .from('communities')
      .select('id')
      .eq('id', community.id)
    expect(data).toEqual([])
  })
})

test('settings and communities that failed to load are reported once, and loaded again', async () => {
  await createCommunity(owner, { name: 'Late One' })
  const profile = failRequests(/rest\/v1\/profiles\?select=name%2Cemail%2Cphone/)
  const rows = failRequests(/rest\/v1\/communities\?/)
  const user = await openApp(owner, '/profile?section=communities')
  for (const [part, requests, message, loaded] of [
    ['My Communities', rows, 'Error loading communities', 'Late One'],
    ['Profile Settings', profile, 'Error loading profile', 'Ines Duarte'],
  ] as const) {
    const card = within(await screen.findByRole('region', { name: part }))
    expect(await card.findByText(message)).toBeVisible()
    requests.restore()
    await user.click(card.getByRole('button', { name: 'Try again' }))
    expect(await card.findByText(loaded)).toBeVisible()
    // A toast would still be visible.
    expect(screen.queryByText(message)).toBeNull()
    await user.click(screen.getByRole('tab', { name: 'Settings' }))
  }
})

test('the communities stored for the next visit are deleted when the session ends in another tab', async () => {
  const { name } = await createCommunity(owner)
  await openApp(owner, '/profile')
  const readStored = () => JSON.stringify(Object.entries(localStorage))
  await waitFor(() => expect(readStored()).toContain(name))
  localStorage.removeItem(sessionStorageKey)
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: sessionStorageKey })))
  await waitFor(() => expect(readStored()).not.toContain(name))
})

test('deleting the account reports why it is refused, then signs out and shows the home page', async () => {
  const user = await openApp(owner, '/profile?section=settings')
  const press = async () => {
    await user.click(await screen.findByRole('button', { name: 'Delete Account' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Are you sure?' }))
    const warning = 'This will permanently delete your account and all associated data.'
    expect(dialog.getByText(warning)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Yes, Delete My Account' }))
    return dialog
  }
  const refused = 'You are the last admin. Make someone else an admin first.'
  for (const [response, message] of [
    [Response.json({ error: refused }, { status: 409 }), refused],
    [
      new Response('<html>', { status: 500 }),
      'Failed to delete account: The service had a problem. Try again in a moment.',
    ],
  ] as const) {
    const refusing = interceptRequests(/functions\/v1\/delete-user/, () => response)
    await press()
    await expectToast(message)
    // Only in the toast: the dialog is closed, and can be opened again.
    expect(screen.getAllByText(message)).toHaveLength(1)
    await expectFocusKept(/^Delete Account$/)
    refusing.restore()
  }

  // The service would refuse it: the session ends with the account.
  const signOuts = countRequests(/\/logout/)
  const dialog = await press()
  expect(await dialog.findByText('Deleting...')).toBeVisible()
  await expectToast('Account deleted successfully')
  expect(await screen.findByRole('heading', { name: 'Back Soon' })).toBeVisible()
  await waitFor(() => expect(localStorage).toHaveLength(0))
  const { data } = await createSecretClient().auth.admin.getUserById(owner.id)
  expect(data.user).toBeNull()
  expect(signOuts.count()).toBe(0)
})
