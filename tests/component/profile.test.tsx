import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { createCommunity, newInviteLink } from '../support/communities.ts'
import { createSecretClient, createUser, type TestUser } from '../support/users.ts'
import { countRequests, interceptRequests, loseResponses } from './requests.ts'
import { expectFocusKept, expectToast, findRow, openApp } from './whole-app.tsx'

let owner: TestUser

beforeEach(async () => {
  owner = await createUser({ name: 'Ines Duarte' })
})

const respondWith500 = () => new Response('{"message": "broken"}', { status: 500 })
const failToConnect = () => Promise.reject(new TypeError('Failed to fetch'))

describe('profile settings', () => {
  /** Waits until the profile can be edited. */
  const findSettings = async () => {
    const card = within(await screen.findByRole('region', { name: 'Profile Settings' }))
    await waitFor(() => expect(card.getByRole('button', { name: 'Edit Profile' })).toBeEnabled())
    return card
  }

  test('can be viewed, edited and saved', async () => {
    const user = await openApp(owner, '/profile')
    const card = await findSettings()
    expect(await card.findByText('Ines Duarte')).toBeVisible()
    await user.click(card.getByRole('button', { name: 'Edit Profile' }))
    await user.clear(await card.findByLabelText(/Full Name/))
    await user.type(card.getByLabelText(/Full Name/), 'Ines D.')
    await user.type(card.getByLabelText(/Phone/), '+351 555 0100')
    await user.click(card.getByRole('button', { name: 'Save Changes' }))
    await expectToast('Profile updated successfully')
    expect(await card.findByText('Ines D.')).toBeVisible()
    const { data } = await createSecretClient()
      .from('profiles')
      .select('name, email, phone')
      .eq('id', owner.id)
      .single()
    expect(data).toEqual({ name: 'Ines D.', email: owner.email, phone: '+351 555 0100' })
    // The account menu has the new name.
    expect(await screen.findByRole('button', { name: 'Account menu, Ines D.' })).toBeVisible()
  })

  describe('saved in another tab since they were opened', () => {
    const readProfile = async () =>
      (
        await createSecretClient()
          .from('profiles')
          .select('name, phone, updated_at')
          .eq('id', owner.id)
          .single()
          .throwOnError()
      ).data

    async function saveOlderVersion() {
      const user = await openApp(owner, '/profile')
      const card = await findSettings()
      await user.click(card.getByRole('button', { name: 'Edit Profile' }))
      await owner.client
        .from('profiles')
        .update({ name: 'From the other tab' })
        .eq('id', owner.id)
        .throwOnError()
      const before = await readProfile()
      await user.type(card.getByLabelText(/Phone/), '+351 555 0100')
      await user.click(card.getByRole('button', { name: 'Save Changes' }))
      expect(await card.findByText(/Your profile was changed in the meantime/)).toBeVisible()
      expect(card.getByText('From the other tab')).toBeVisible()
      expect(await readProfile()).toEqual(before)
      expect(card.getByLabelText(/Full Name/)).toHaveValue('Ines Duarte')
      expect(card.getByLabelText(/Phone/)).toHaveValue('+351 555 0100')
      return { user, card }
    }

    test('are not overwritten, and can be loaded', async () => {
      const { user, card } = await saveOlderVersion()
      await user.click(card.getByRole('button', { name: 'Load current version' }))
      expect(card.getByLabelText(/Full Name/)).toHaveValue('From the other tab')
      await user.type(card.getByLabelText(/Phone/), '+351 555 0199')
      await user.click(card.getByRole('button', { name: 'Save Changes' }))
      await expectToast('Profile updated successfully')
      expect(await readProfile()).toMatchObject({
        name: 'From the other tab',
        phone: '+351 555 0199',
      })
    })

    test('are overwritten if the user says so', async () => {
      const { user, card } = await saveOlderVersion()
      await user.click(card.getByRole('button', { name: 'Save mine instead' }))
      await expectToast('Profile updated successfully')
      expect(await readProfile()).toMatchObject({ name: 'Ines Duarte', phone: '+351 555 0100' })
    })
  })

  test('are reported as saved when the response of the first attempt is lost', async () => {
    const user = await openApp(owner, '/profile')
    const card = await findSettings()
    await user.click(card.getByRole('button', { name: 'Edit Profile' }))
    await user.type(card.getByLabelText(/Phone/), '+351 555 0100')
    const lost = loseResponses(/rest\/v1\/profiles\?.*id=eq/)
    await user.click(card.getByRole('button', { name: 'Save Changes' }))
    expect(await card.findByText(/Check your connection/)).toBeVisible()
    lost.restore()
    await user.click(card.getByRole('button', { name: 'Save Changes' }))
    await expectToast('Profile updated successfully')
    expect(await card.findByText('+351 555 0100')).toBeVisible()
  })

  test('read what people paste, and are stored without invisible characters', async () => {
    const user = await openApp(owner, '/profile')
    const card = await findSettings()
    await user.click(card.getByRole('button', { name: 'Edit Profile' }))
    const fill = async (label: RegExp, text: string) => {
      await user.clear(await card.findByLabelText(label))
      await user.type(card.getByLabelText(label), text)
    }
    await fill(/Full Name/, '\u200FInes\u061C D.\u202E')
    await fill(/Email/, '\u202Aines@example.com\u202C')
    await fill(/Phone/, 'tel:\u200E(٥٥٥) 123–4567 x12')
    await user.click(card.getByRole('button', { name: 'Save Changes' }))
    await expectToast('Profile updated successfully')
    const { data } = await createSecretClient()
      .from('profiles')
      .select('name, email, phone')
      .eq('id', owner.id)
      .single()
    expect(data).toEqual({
      name: 'Ines D.',
      email: 'ines@example.com',
      phone: '(555) 123-4567 ext. 12',
    })
  })

  test('require all three fields, with a message for each', async () => {
    const user = await openApp(owner, '/profile')
    const card = await findSettings()
    await user.click(await card.findByRole('button', { name: 'Edit Profile' }))
    await user.clear(await card.findByLabelText(/Full Name/))
    await user.clear(card.getByLabelText(/Email/))
    await user.click(card.getByRole('button', { name: 'Save Changes' }))
    expect(await card.findByLabelText(/Full Name/)).toHaveAccessibleDescription(
      'Please enter your full name',
    )
    expect(card.getByLabelText(/Email/)).toHaveAccessibleDescription('Please enter your email')
    expect(card.getByLabelText(/Phone/)).toHaveAccessibleDescription(
      'Please enter your phone number',
    )
  })

  test('are restored by Cancel', async () => {
    const user = await openApp(owner, '/profile')
    const card = await findSettings()
    await user.click(await card.findByRole('button', { name: 'Edit Profile' }))
    await user.type(await card.findByLabelText(/Full Name/), ' the Third')
    await user.click(card.getByRole('button', { name: 'Cancel' }))
    expect(card.getByText('Ines Duarte')).toBeVisible()
  })

  test('keep the input when saving fails', async () => {
    const user = await openApp(owner, '/profile')
    const card = await findSettings()
    await user.click(await card.findByRole('button', { name: 'Edit Profile' }))
    await user.type(await card.findByLabelText(/Phone/), '+351 555 0100')
    const broken = interceptRequests(/rest\/v1\/profiles/, failToConnect)
    await user.click(card.getByRole('button', { name: 'Save Changes' }))
    await expectToast('Error updating profile')
    expect(card.getByLabelText(/Phone/)).toHaveValue('+351 555 0100')
    expect(card.getByRole('alert')).toHaveTextContent('Check your connection')
    broken.restore()
    await user.click(card.getByRole('button', { name: 'Save Changes' }))
    await expectToast('Profile updated successfully')
  })

  test('are shown even when the profile row is missing', async () => {
    await createSecretClient().from('profiles').delete().eq('id', owner.id).throwOnError()
    await openApp(owner, '/profile')
    const card = await findSettings()
    expect(await card.findByText(owner.email.split('@')[0] ?? '')).toBeVisible()
    expect(card.getByText(owner.email)).toBeVisible()
  })

  test('report a failed load once, with a retry', async () => {
    const broken = interceptRequests(
      /rest\/v1\/profiles\?select=name%2Cemail%2Cphone/,
      respondWith500,
    )
    const user = await openApp(owner, '/profile')
    const card = within(await screen.findByRole('region', { name: 'Profile Settings' }))
    expect(await card.findByText('Error loading profile')).toBeVisible()
    broken.restore()
    await user.click(card.getByRole('button', { name: 'Try again' }))
    expect(await card.findByText('Ines Duarte')).toBeVisible()
    // A toast would still be visible.
    expect(screen.queryByText('Error loading profile')).toBeNull()
  })
})

describe('my communities', () => {
  test('are empty at first, with a link to list one', async () => {
    await openApp(owner, '/profile')
    expect(await screen.findByText("You haven't created any communities yet")).toBeVisible()
    expect(screen.getByRole('link', { name: 'List New Community' })).toHaveAttribute(
      'href',
      '/?list=new',
    )
  })

  test('are shown with status, member count, and a placeholder for a broken image', async () => {
    await createCommunity(owner, { name: 'Pending One', member_count: 1 })
    await createCommunity(owner, { name: 'Approved One', status: 'approved', member_count: 1200 })
    await openApp(owner, '/profile')
    const pending = await findRow('Pending One')
    expect(pending.getByText('Pending')).toHaveAttribute('data-tone', 'yellow')
    expect(pending.getByText('1 member')).toBeVisible()
    const approved = await findRow('Approved One')
    expect(approved.getByText('Approved')).toHaveAttribute('data-tone', 'green')
    expect(approved.getByText('1,200 members')).toBeVisible()
    const image = approved.getByRole('presentation', { hidden: true })
    image.dispatchEvent(new Event('error'))
    expect(image).toHaveAttribute('src', expect.stringContaining('/placeholder.svg'))
  })

  test('show why one was rejected, and how to resubmit it', async () => {
    await createCommunity(owner, {
      name: 'Rejected One',
      status: 'rejected',
      rejection_reason: 'The link is dead.',
    })
    const user = await openApp(owner, '/profile')
    const row = await findRow('Rejected One')
    expect(row.getByText('Rejected')).toHaveAttribute('data-tone', 'red')
    expect(row.getByText('The link is dead.')).toBeVisible()
    await user.click(row.getByRole('button', { name: 'Edit and resubmit' }))
    expect(await screen.findByRole('dialog', { name: 'Edit Community' })).toBeVisible()
  })

  test('show changes waiting for review, which can be withdrawn', async () => {
    const community = await createCommunity(owner, { name: 'As approved', status: 'approved' })
    const newLink = newInviteLink()
    await owner.client
      .from('communities')
      .update({ name: 'My new name', whatsapp_link: newLink })
      .eq('id', community.id)
      .throwOnError()
    const user = await openApp(owner, '/profile')
    const row = await findRow('My new name')
    expect(row.getByText('Changes waiting for review')).toBeVisible()
    expect(row.getByText(/until an admin accepts your new name and WhatsApp link/)).toBeVisible()
    await user.click(row.getByText('What changed'))
    const captions = await row.findAllByText(/^(Approved|Proposed)$/, { selector: 'dd p' })
    expect(captions.map((caption) => caption.parentElement?.textContent)).toEqual([
      'ApprovedAs approved',
      'ProposedMy new name',
      `Approved${community.whatsapp_link}`,
      `Proposed${newLink}`,
    ])
    await user.click(row.getByRole('button', { name: 'Withdraw' }))
    await user.click(await screen.findByRole('button', { name: 'Keep them' }))
    expect(row.getByRole('button', { name: 'Withdraw' })).toHaveFocus()
    await user.keyboard('{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Withdraw changes' }))
    expect(await screen.findByRole('heading', { name: 'As approved' })).toBeVisible()
    await expectToast('Your changes are withdrawn')
    await expectFocusKept(/As approved/)
    const { data } = await createSecretClient()
      .from('communities')
      .select('name, held_changes')
      .eq('id', community.id)
      .single()
    expect(data).toEqual({ name: 'As approved', held_changes: null })
  })

  test('can be deleted after a confirmation', async () => {
    const community = await createCommunity(owner, { name: 'Old One' })
    const user = await openApp(owner, '/profile')
    await user.click((await findRow('Old One')).getByRole('button', { name: 'Delete Old One' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText('Are you sure you want to delete this community?')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await expectToast('Community deleted successfully')
    expect(await screen.findByText("You haven't created any communities yet")).toBeVisible()
    await expectFocusKept(/^My Communities/)
    const { data } = await createSecretClient()
      .from('communities')
      .select('id')
      .eq('id', community.id)
    expect(data).toEqual([])
  })

  test('stay in the list when deleting fails', async () => {
    const community = await createCommunity(owner, { name: 'Sticky One' })
    const user = await openApp(owner, '/profile')
    await user.click(
      (await findRow('Sticky One')).getByRole('button', { name: 'Delete Sticky One' }),
    )
    const broken = interceptRequests(
      new RegExp(`communities\\?id=eq.${community.id}`),
      respondWith500,
    )
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect((await screen.findAllByText('Error deleting community')).length).toBeGreaterThan(0)
    broken.restore()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByRole('heading', { name: 'Sticky One' })).toBeVisible()
  })

  test('report a failed load once, with a retry', async () => {
    await createCommunity(owner, { name: 'Late One' })
    const broken = interceptRequests(/rest\/v1\/communities/, respondWith500)
    const user = await openApp(owner, '/profile')
    const card = within(await screen.findByRole('region', { name: 'My Communities' }))
    expect(await card.findByText('Error loading communities')).toBeVisible()
    broken.restore()
    await user.click(card.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Late One' })).toBeVisible()
    // A toast would still be visible.
    expect(screen.queryByText('Error loading communities')).toBeNull()
  })
})

describe('deleting the account', () => {
  const openDeleteDialog = async () => {
    const user = await openApp(owner, '/profile')
    await user.click(await screen.findByRole('button', { name: 'Delete Account' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Are you sure?' }))
    return { user, dialog }
  }

  test('asks for confirmation, then signs out and shows the home page', async () => {
    const { user, dialog } = await openDeleteDialog()
    expect(
      dialog.getByText('This will permanently delete your account and all associated data.'),
    ).toBeVisible()
    // The service would refuse it: the session ends with the account.
    const signOuts = countRequests(/\/logout/)
    await user.click(dialog.getByRole('button', { name: 'Yes, Delete My Account' }))
    expect(await dialog.findByText('Deleting...')).toBeVisible()
    await expectToast('Account deleted successfully')
    expect(await screen.findByRole('heading', { name: 'Back Soon' })).toBeVisible()
    await waitFor(() => expect(localStorage).toHaveLength(0))
    const { data } = await createSecretClient().auth.admin.getUserById(owner.id)
    expect(data.user).toBeNull()
    expect(signOuts.count()).toBe(0)
  })

  test('can be called off with Back', async () => {
    await openDeleteDialog()
    window.history.back()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(window.location.pathname + window.location.search).toBe('/profile')
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Delete Account' })).toHaveFocus(),
    )
  })

  test("shows the server's message when it is refused", async () => {
    const { user, dialog } = await openDeleteDialog()
    interceptRequests(/functions\/v1\/delete-user/, () =>
      Response.json(
        { error: 'You are the last admin. Make someone else an admin first.' },
        { status: 409 },
      ),
    )
    await user.click(dialog.getByRole('button', { name: 'Yes, Delete My Account' }))
    await expectToast('You are the last admin. Make someone else an admin first.')
    // Only in the toast: the dialog is closed, and can be opened again.
    expect(screen.getAllByText(/You are the last admin/)).toHaveLength(1)
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Delete Account' })).toHaveFocus(),
    )
  })

  test('shows a generic message when the server gives no reason', async () => {
    const { user, dialog } = await openDeleteDialog()
    interceptRequests(/functions\/v1\/delete-user/, () => new Response('<html>', { status: 500 }))
    await user.click(dialog.getByRole('button', { name: 'Yes, Delete My Account' }))
    await expectToast('Failed to delete account: The service had a problem. Try again in a moment.')
    expect(screen.getAllByText(/The service had a problem/)).toHaveLength(1)
  })
})
