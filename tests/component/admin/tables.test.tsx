import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createCommunity, readCommunity } from '../../support/communities.ts'
import { createSecretClient, createUser, type TestUser } from '../../support/users.ts'
import { holdResponses, interceptRequests } from '../requests.ts'
import { expectFocusKept, expectToast, openApp } from '../whole-app.tsx'

let admin: TestUser
let owner: TestUser

beforeEach(async () => {
  ;[admin, owner] = await Promise.all([
    createUser({ admin: true, name: 'Site Admin' }),
    createUser({ name: 'Community Owner' }),
  ])
})

const respondWith500 = () => new Response('{"message": "broken"}', { status: 500 })

async function findRow(text: string) {
  const row = (await screen.findByText(text)).closest('tr')
  if (!row) throw new Error(`${text} is not in a table`)
  return within(row)
}

describe('the communities table', () => {
  test('lists the newest first, with owner, status and date', async () => {
    const name = `Newest ${crypto.randomUUID()}`
    await createCommunity(owner, { name })
    await openApp(admin, '/admin')
    expect(await screen.findByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
    const row = await findRow(name)
    expect(row.getByText(/^Cape Town/)).toBeVisible()
    expect(row.getByText('Community Owner')).toBeVisible()
    expect(row.getByText(owner.email)).toBeVisible()
    expect(row.getByText('Pending')).toHaveAttribute('data-tone', 'yellow')
    expect(await screen.findByRole('tab', { name: /^Communities \d+$/ })).toBeVisible()
    const headers = screen.getAllByRole('columnheader', { hidden: true })
    expect(headers.map(({ textContent }) => textContent)).toEqual([
      'Community',
      'Owner',
      'Status',
      'Created',
      'Actions',
    ])
  })

  test('exports even when the browser reports that it is offline', async () => {
    await createCommunity(owner)
    const user = await openApp(admin, '/admin')
    const button = await screen.findByRole('button', { name: 'Export CSV' })
    await waitFor(() => expect(button).toBeEnabled())
    interceptRequests(/rpc\/export_communities/, respondWith500)
    window.dispatchEvent(new Event('offline'))
    onTestFinished(() => void window.dispatchEvent(new Event('online')))
    await user.click(button)
    await expectToast(
      'Failed to export communities: The service had a problem. Try again in a moment.',
    )
  })

  test("shows an owner's sign-in email even if their profile has another one", async () => {
    const name = `Impersonated ${crypto.randomUUID()}`
    await createCommunity(owner, { name })
    await owner.client
      .from('profiles')
      .update({ email: 'admin@example.com' })
      .eq('id', owner.id)
      .throwOnError()
    await openApp(admin, '/admin')
    const row = await findRow(name)
    expect(row.getByText(owner.email)).toBeVisible()
    expect(row.getByText('In the profile:').parentElement).toHaveTextContent('admin@example.com')
  })

  test('approves a community, which then cannot be approved again', async () => {
    const name = `To approve ${crypto.randomUUID()}`
    const community = await createCommunity(owner, { name })
    const user = await openApp(admin, '/admin')
    await user.click((await findRow(name)).getByRole('button', { name: `Approve ${name}` }))
    await expectToast('Community approved successfully')
    const row = await findRow(name)
    expect(await row.findByText('Approved')).toBeVisible()
    expect(row.queryByRole('button', { name: /Approve|Reject/ })).toBeNull()
    await expectFocusKept(/^To approve/)
    expect(await readCommunity(community.id)).toMatchObject({
      status: 'approved',
      approved_by: admin.id,
    })
  })

  test('rejects a community with a reason', async () => {
    const name = `To reject ${crypto.randomUUID()}`
    const community = await createCommunity(owner, { name })
    const user = await openApp(admin, '/admin')
    await user.click((await findRow(name)).getByRole('button', { name: `Reject ${name}` }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject community' }))
    await user.click(dialog.getByRole('button', { name: 'This community is already listed.' }))
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    await expectToast('Community rejected successfully')
    await expectFocusKept(/^To reject/)
    expect(await readCommunity(community.id)).toMatchObject({
      status: 'rejected',
      rejection_reason: 'This community is already listed.',
    })
  })

  test('reports that another admin has already decided, and keeps that decision', async () => {
    const name = `Raced ${crypto.randomUUID()}`
    const community = await createCommunity(owner, { name })
    const user = await openApp(admin, '/admin')
    const row = await findRow(name)
    const second = await createUser({ admin: true })
    await second.client
      .from('communities')
      .update({ status: 'rejected' })
      .eq('id', community.id)
      .throwOnError()
    await user.click(row.getByRole('button', { name: `Approve ${name}` }))
    await expectToast('Failed to approve community: This community is already rejected.')
    expect(await (await findRow(name)).findByText('Rejected')).toBeVisible()
    expect(await readCommunity(community.id)).toMatchObject({
      status: 'rejected',
      approved_by: second.id,
    })
  })

  test('reports once, inside the reject dialog, that another admin has approved', async () => {
    const name = `Forestalled ${crypto.randomUUID()}`
    const community = await createCommunity(owner, { name })
    const user = await openApp(admin, '/admin')
    await user.click((await findRow(name)).getByRole('button', { name: `Reject ${name}` }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject community' }))
    const second = await createUser({ admin: true })
    await second.client
      .from('communities')
      .update({ status: 'approved' })
      .eq('id', community.id)
      .throwOnError()
    await user.click(dialog.getByRole('button', { name: 'This community is already listed.' }))
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Failed to reject community: This community is already approved.',
    )
    expect(screen.getAllByText(/Failed to reject community/)).toHaveLength(1)
  })

  test('does not reject a community while its approval is being saved, and keeps the reason', async () => {
    const name = `Twice decided ${crypto.randomUUID()}`
    const community = await createCommunity(owner, { name })
    const user = await openApp(admin, '/admin')
    const row = await findRow(name)
    let respond: (response: Response) => void = () => {}
    const held = new Promise<Response>((resolve) => {
      respond = resolve
    })
    const approval = interceptRequests(
      new RegExp(`communities\\?id=eq.${community.id}`),
      () => held,
    )
    await user.click(row.getByRole('button', { name: `Approve ${name}` }))
    await user.click(row.getByRole('button', { name: `Reject ${name}` }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject community' }))
    await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Typed with care.')
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('is still being saved')
    expect(screen.getAllByText(/is still being saved/)).toHaveLength(1)
    expect(dialog.getByRole('textbox', { name: /Reason/ })).toHaveValue('Typed with care.')
    expect(approval.count()).toBe(1)
    // The approval fails, so the same reason can reject it after all.
    approval.restore()
    respond(respondWith500())
    await expectToast(/^Failed to approve community/)
    await waitFor(() =>
      expect(
        row.getByRole('button', { name: `Approve ${name}`, hidden: true }),
      ).not.toHaveAttribute('aria-disabled', 'true'),
    )
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    await expectToast('Community rejected successfully')
    expect(await readCommunity(community.id)).toMatchObject({
      status: 'rejected',
      rejection_reason: 'Typed with care.',
    })
  })

  test('removes the notice about an unsaved approval once it is saved', async () => {
    const name = `Slowly approved ${crypto.randomUUID()}`
    const community = await createCommunity(owner, { name })
    const user = await openApp(admin, '/admin')
    const row = await findRow(name)
    const release = holdResponses(new RegExp(`communities\\?id=eq.${community.id}`))
    await user.click(row.getByRole('button', { name: `Approve ${name}` }))
    await user.click(row.getByRole('button', { name: `Reject ${name}` }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject community' }))
    await user.click(dialog.getByRole('button', { name: 'This community is already listed.' }))
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    expect(await dialog.findByText(/is still being saved/)).toBeVisible()
    release()
    await expectToast('Community approved successfully')
    await waitFor(() => expect(screen.queryByText(/is still being saved/)).toBeNull())
    expect(dialog.getByRole('textbox', { name: /Reason/ })).toHaveValue(
      'This community is already listed.',
    )
  })

  test('keeps a community pending when approving fails', async () => {
    const name = `Stuck ${crypto.randomUUID()}`
    const community = await createCommunity(owner, { name })
    const user = await openApp(admin, '/admin')
    const row = await findRow(name)
    interceptRequests(new RegExp(`communities\\?id=eq.${community.id}`), respondWith500)
    await user.click(row.getByRole('button', { name: `Approve ${name}` }))
    await expectToast(/^Failed to approve community/)
    expect(row.getByText('Pending')).toBeVisible()
  })

  test('deletes a community after a confirmation', async () => {
    const name = `To delete ${crypto.randomUUID()}`
    const community = await createCommunity(owner, { name })
    const user = await openApp(admin, '/admin')
    await user.click((await findRow(name)).getByRole('button', { name: `Delete ${name}` }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText('Are you sure you want to delete this community?')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await expectToast('Community deleted successfully')
    await waitFor(() => expect(screen.queryByText(name)).toBeNull())
    await expectFocusKept(/Review queue/)
    const { data } = await createSecretClient()
      .from('communities')
      .select('id')
      .eq('id', community.id)
    expect(data).toEqual([])
  })

  test('offers a retry when loading fails', async () => {
    const broken = interceptRequests(/rpc\/(list|count)_communities/, respondWith500)
    const user = await openApp(admin, '/admin')
    const retry = await screen.findByRole('button', { name: 'Try again' })
    // On the page, but not in a toast.
    expect(screen.getByText('Error loading communities').closest('[role="alert"]')).toBeVisible()
    broken.restore()
    await user.click(retry)
    expect(await screen.findByRole('table', { name: 'Communities' })).toBeVisible()
  })

  test('is shown without totals if they cannot be loaded', async () => {
    await createCommunity(owner)
    interceptRequests(/rpc\/count_communities/, respondWith500)
    await openApp(admin, '/admin')
    const notice = await screen.findByText(/^Couldn't load the totals/)
    expect(notice.closest('[role="alert"]')).toBeVisible()
    expect(await screen.findByRole('table', { name: 'Communities' })).toBeVisible()
  })
})

describe('the users table', () => {
  test('lists the newest first, without a delete button for admins', async () => {
    await openApp(admin, '/admin?tab=users')
    const row = await findRow(owner.email)
    expect(row.getByText('User')).toBeVisible()
    expect(row.getByText('3')).toBeVisible()
    expect(row.getByRole('button', { name: 'Delete Community Owner' })).toBeVisible()
    const own = await findRow(admin.email)
    expect(own.getByText('Admin')).toBeVisible()
    expect(own.queryByRole('button', { name: /Delete/ })).toBeNull()
  })

  test('saves credits only when they are a new whole number', async () => {
    const user = await openApp(admin, '/admin?tab=users')
    await user.click((await findRow(owner.email)).getByRole('button', { name: 'Community Owner' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'User Profile' }))
    const save = dialog.getByRole('button', { name: 'Save Changes' })
    expect(save).toBeDisabled()
    const credits = dialog.getByLabelText('Credits')
    await user.clear(credits)
    await user.type(credits, '-4')
    expect(save).toBeDisabled()
    await user.clear(credits)
    await user.type(credits, 'twelve')
    expect(save).toBeDisabled()
    await user.clear(credits)
    await user.type(credits, '1,200 credits')
    await user.tab()
    expect(credits).toHaveValue('1200')
    await user.click(save)
    await expectToast('Profile updated successfully')
    const { data } = await createSecretClient()
      .from('profiles')
      .select('credits')
      .eq('id', owner.id)
      .single()
    expect(data?.credits).toBe(1200)
  })

  test('keeps the typed credits when saving fails', async () => {
    const user = await openApp(admin, '/admin?tab=users')
    await user.click((await findRow(owner.email)).getByRole('button', { name: 'Community Owner' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'User Profile' }))
    interceptRequests(/rest\/v1\/profiles\?id=eq/, respondWith500)
    await user.clear(dialog.getByLabelText('Credits'))
    await user.type(dialog.getByLabelText('Credits'), '12')
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
    await expectToast('Failed to update profile')
    expect(dialog.getByLabelText('Credits')).toHaveValue('12')
  })

  test('deletes a user after a confirmation', async () => {
    const user = await openApp(admin, '/admin?tab=users')
    const row = await findRow(owner.email)
    await user.click(row.getByRole('button', { name: 'Delete Community Owner' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(
      dialog.getByText('Are you sure you want to delete this user? This action cannot be undone.'),
    ).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await expectToast('User deleted successfully')
    await waitFor(() => expect(screen.queryByText(owner.email)).toBeNull())
    await expectFocusKept(/Name/)
    const { data } = await createSecretClient().auth.admin.getUserById(owner.id)
    expect(data.user).toBeNull()
  })

  test('reports once, inside the dialog, why a user cannot be deleted', async () => {
    const user = await openApp(admin, '/admin?tab=users')
    const row = await findRow(owner.email)
    await user.click(row.getByRole('button', { name: 'Delete Community Owner' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await createSecretClient().from('profiles').update({ is_admin: true }).eq('id', owner.id)
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    const refusal = 'Admins cannot delete other admins.'
    expect(await dialog.findByRole('alert')).toHaveTextContent(refusal)
    expect(screen.getAllByText(refusal)).toHaveLength(1)
  })

  test('reports once that saving credits failed, even without a reason from the service', async () => {
    const user = await openApp(admin, '/admin?tab=users')
    await user.click((await findRow(owner.email)).getByRole('button', { name: 'Community Owner' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'User Profile' }))
    interceptRequests(/rest\/v1\/profiles\?id=eq/, () => new Response('{}', { status: 400 }))
    await user.clear(dialog.getByLabelText('Credits'))
    await user.type(dialog.getByLabelText('Credits'), '12')
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
    await expectToast('Failed to update profile')
    expect(await dialog.findByRole('alert')).toHaveTextContent('The service gave no reason.')
    expect(screen.getAllByText('Failed to update profile')).toHaveLength(1)
  })

  test("shows the server's message when loading fails", async () => {
    interceptRequests(/functions\/v1\/admin\/users/, () =>
      Response.json({ error: 'Only an admin may list users.' }, { status: 403 }),
    )
    await openApp(admin, '/admin?tab=users')
    const message = await screen.findByText('Only an admin may list users.')
    expect(message.closest('[role="alert"]')).toBeVisible()
  })
})
