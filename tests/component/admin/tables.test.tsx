import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { block, createCommunity, readCommunity } from '../../support/communities.ts'
import { createSecretClient, createUser, type TestUser } from '../../support/users.ts'
import { failRequests, holdResponses, interceptRequests } from '../requests.ts'
import { expectFocusKept, expectToast, openApp } from '../whole-app.tsx'
import { chooseTool } from './manage.ts'
import { admin, clearQueue, owner, uniqueName, updateCommunity } from './queue.ts'

afterEach(clearQueue)

async function findRow(text: string) {
  // The last decision also names its community.
  const row = (await screen.findByText(text, { selector: 'tr *' })).closest('tr')
  if (!row) throw new Error(`${text} is not in a table`)
  return within(row)
}

describe('the communities table', () => {
  /** Opens the table with a new community, which is its first row. */
  async function openTable(word: string, by = owner) {
    const { id, name } = await createCommunity(by, { name: uniqueName(word) })
    const user = await openApp(admin, '/admin?view=all')
    const row = await findRow(name)
    const click = (action: string) =>
      user.click(row.getByRole('button', { name: `${action} ${name}` }))
    const openRejection = async () => {
      await click('Reject')
      return within(await screen.findByRole('dialog', { name: 'Reject community' }))
    }
    return {
      user,
      id,
      name,
      row,
      click,
      openRejection,
      saves: new RegExp(`communities\\?id=eq.${id}`),
    }
  }

  const reason = 'This community is already listed.'

  test('lists the newest first, with owner, status and date', async () => {
    const impostor = await createUser({ name: 'Community Owner' })
    await impostor.client
      .from('profiles')
      .update({ email: 'admin@example.com' })
      .eq('id', impostor.id)
      .throwOnError()
    const { row } = await openTable('Newest', impostor)
    expect(await screen.findByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
    expect(row.getByText(/^Cape Town/)).toBeVisible()
    expect(row.getByText('Community Owner')).toBeVisible()
    expect(row.getByText(impostor.email)).toBeVisible()
    expect(row.getByText('In the profile:').parentElement).toHaveTextContent('admin@example.com')
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

  test('opens everything about a community to read, and from there its form', async () => {
    const { user, id, name } = await openTable('Read me')
    await owner.client
      .from('community_groups')
      .insert({ community_id: id, name: 'Early birds' })
      .throwOnError()
    screen.getByRole('button', { name }).focus()
    await user.keyboard('{Enter}')
    const view = within(await screen.findByRole('dialog', { name: 'Community' }))
    expect(await view.findByText(name)).toBeVisible()
    expect(await view.findByText('Early birds')).toBeVisible()
    expect(view.getByText('Pending')).toBeVisible()
    expect(view.getByRole('link', { name: /chat\.whatsapp\.com/ })).toBeVisible()
    expect(view.getByText('Not checked yet')).toBeVisible()
    expect(
      within(view.getByRole('region', { name: 'Owner' })).getByText('Community Owner'),
    ).toBeVisible()
    expect(await view.findByText('No entries')).toBeVisible()
    // Visitors do not see it.
    expect(view.queryByRole('link', { name: 'View public page' })).toBeNull()
    expect(window.location.search).toBe(`?view=all&show=${id}`)
    await user.click(view.getByRole('button', { name: 'Edit' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit Community' }))
    await user.click(form.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByRole('dialog', { name: 'Community' })).toBeVisible()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(window.location.search).toBe('?view=all'))
  })

  test('exports even when the browser reports that it is offline', async () => {
    const { user } = await openTable('Exported')
    failRequests(/rpc\/export_communities/)
    window.dispatchEvent(new Event('offline'))
    onTestFinished(() => void window.dispatchEvent(new Event('online')))
    await chooseTool(user, 'Export CSV')
    await expectToast(
      'Failed to export communities: The service had a problem. Try again in a moment.',
    )
  })

  test('keeps a community pending when approving fails, and approves it only once', async () => {
    const { id, name, row, click, saves } = await openTable('To approve')
    const broken = failRequests(saves)
    await click('Approve')
    await expectToast(/^Failed to approve community/)
    expect(row.getByText('Pending')).toBeVisible()
    broken.restore()
    await click('Approve')
    await expectToast('Community approved successfully')
    const approved = await findRow(name)
    expect(await approved.findByText('Approved')).toBeVisible()
    expect(approved.queryByRole('button', { name: /Approve|Reject/ })).toBeNull()
    await expectFocusKept(/^To approve/)
    expect(await readCommunity(id)).toMatchObject({ status: 'approved', approved_by: admin.id })
  })

  test('reports once, inside the reject dialog, that another admin has approved', async () => {
    const { user, id, row, openRejection } = await openTable('Forestalled')
    const dialog = await openRejection()
    const second = await createUser({ admin: true })
    await updateCommunity(second.client, id, { status: 'approved' })
    await user.click(dialog.getByRole('button', { name: reason }))
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Failed to reject community: This community is already approved.',
    )
    expect(screen.getAllByText(/Failed to reject community/)).toHaveLength(1)
    expect(await row.findByText('Approved')).toBeVisible()
    expect(await readCommunity(id)).toMatchObject({ status: 'approved', approved_by: second.id })
  })

  test('does not reject a community while its approval is being saved, and keeps the reason', async () => {
    const { user, id, name, row, click, openRejection, saves } = await openTable('Twice decided')
    let respond: (response: Response) => void = () => {}
    const held = new Promise<Response>((resolve) => {
      respond = resolve
    })
    const approval = interceptRequests(saves, () => held)
    await click('Approve')
    const dialog = await openRejection()
    await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Typed with care.')
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('is still being saved')
    expect(screen.getAllByText(/is still being saved/)).toHaveLength(1)
    expect(dialog.getByRole('textbox', { name: /Reason/ })).toHaveValue('Typed with care.')
    expect(approval.count()).toBe(1)
    // The approval fails, so the same reason can reject it after all.
    approval.restore()
    respond(Response.json({ message: 'broken' }, { status: 500 }))
    await expectToast(/^Failed to approve community/)
    await waitFor(() =>
      expect(
        row.getByRole('button', { name: `Approve ${name}`, hidden: true }),
      ).not.toHaveAttribute('aria-disabled', 'true'),
    )
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    await expectToast('Community rejected successfully')
    await expectFocusKept(/^Twice decided/)
    expect(await readCommunity(id)).toMatchObject({
      status: 'rejected',
      rejection_reason: 'Typed with care.',
    })
  })

  test('removes the notice about an unsaved approval once it is saved', async () => {
    const { user, click, openRejection, saves } = await openTable('Slowly approved')
    const release = holdResponses(saves)
    await click('Approve')
    const dialog = await openRejection()
    await user.click(dialog.getByRole('button', { name: reason }))
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    expect(await dialog.findByText(/is still being saved/)).toBeVisible()
    release()
    await expectToast('Community approved successfully')
    await waitFor(() => expect(screen.queryByText(/is still being saved/)).toBeNull())
    expect(dialog.getByRole('textbox', { name: /Reason/ })).toHaveValue(reason)
  })

  test('deletes a community after a confirmation', async () => {
    const { user, id, name, click } = await openTable('To delete')
    await click('Delete')
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText('Are you sure you want to delete this community?')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await expectToast('Community deleted successfully')
    await waitFor(() => expect(screen.queryByText(name)).toBeNull())
    await expectFocusKept(/To review/)
    const { data } = await createSecretClient().from('communities').select('id').eq('id', id)
    expect(data).toEqual([])
  })

  test('offers a retry when loading fails, and is shown without totals if only they fail', async () => {
    await createCommunity(owner)
    failRequests(/rpc\/count_communities/)
    const broken = failRequests(/rpc\/list_communities/)
    const user = await openApp(admin, '/admin?view=all')
    const retry = await screen.findByRole('button', { name: 'Try again' })
    // On the page, but not in a toast.
    expect(screen.getByText('Error loading communities').closest('[role="alert"]')).toBeVisible()
    broken.restore()
    await user.click(retry)
    expect(await screen.findByRole('table', { name: 'Communities' })).toBeVisible()
    const notice = await screen.findByText(/^Couldn't load the totals/)
    expect(notice.closest('[role="alert"]')).toBeVisible()
  })
})

describe('the users table', () => {
  let member: TestUser
  beforeEach(async () => {
    member = await createUser({ name: 'New Member' })
  })

  async function openMember() {
    const user = await openApp(admin, '/admin?tab=users')
    await user.click((await findRow(member.email)).getByRole('button', { name: 'New Member' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'User Profile' }))
    const save = dialog.getByRole('button', { name: 'Save Changes' })
    return { user, dialog, credits: dialog.getByLabelText('Credits'), save }
  }

  const readCredits = async () => {
    const profiles = createSecretClient().from('profiles')
    const { data } = await profiles.select('credits').eq('id', member.id).single()
    return data?.credits
  }

  test("shows the server's message when loading fails, then the newest first, and no delete button for admins", async () => {
    const broken = interceptRequests(/functions\/v1\/admin\/users/, () =>
      Response.json({ error: 'Only an admin may list users.' }, { status: 403 }),
    )
    const user = await openApp(admin, '/admin?tab=users')
    const message = await screen.findByText('Only an admin may list users.')
    expect(message.closest('[role="alert"]')).toBeVisible()
    broken.restore()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    const row = await findRow(member.email)
    expect(row.getByText('User')).toBeVisible()
    expect(row.getByText('3')).toBeVisible()
    expect(row.getByRole('button', { name: 'Delete New Member' })).toBeVisible()
    const own = await findRow(admin.email)
    expect(own.getByText('Admin')).toBeVisible()
    expect(own.queryByRole('button', { name: /Delete/ })).toBeNull()
  })

  test('saves credits only when they are a new whole number, and keeps them when that fails', async () => {
    const { user, dialog, credits, save } = await openMember()
    expect(save).toBeDisabled()
    for (const invalid of ['-4', 'twelve']) {
      await user.clear(credits)
      await user.type(credits, invalid)
      expect(save).toBeDisabled()
    }
    await user.clear(credits)
    await user.type(credits, '1,200 credits')
    await user.tab()
    expect(credits).toHaveValue('1200')

    const broken = interceptRequests(
      /rest\/v1\/profiles\?id=eq/,
      () => new Response('{}', { status: 400 }),
    )
    await user.click(save)
    await expectToast('Failed to update profile')
    expect(await dialog.findByRole('alert')).toHaveTextContent('The service gave no reason.')
    expect(screen.getAllByText('Failed to update profile')).toHaveLength(1)
    expect(credits).toHaveValue('1200')
    broken.restore()
    await user.click(save)
    await expectToast('Profile updated successfully')
    expect(await readCredits()).toBe(1200)
  })

  test('does not overwrite credits that another admin has changed meanwhile', async () => {
    const { user, dialog, credits, save } = await openMember()
    const profiles = createSecretClient().from('profiles')
    await profiles.update({ credits: 50 }).eq('id', member.id).throwOnError()
    await user.clear(credits)
    await user.type(credits, '12')
    await user.click(save)
    expect(await dialog.findByText(/^Another admin changed these credits/)).toBeVisible()
    expect(await readCredits()).toBe(50)
  })

  test('says which communities are deleted with an account, and logs who deleted them', async () => {
    const leaver = await createUser({ name: 'Six Communities' })
    const created = [
      await createCommunity(leaver, { name: 'Particular A', status: 'approved' }),
      await createCommunity(leaver, { name: 'Particular B', status: 'approved' }),
      await createCommunity(leaver, { name: 'Particular C' }),
    ]
    await block(created[1]?.id ?? '', 'paused')
    const shared = await createCommunity(admin, { name: 'Shared one' })
    await createSecretClient()
      .from('co_owners')
      .insert({ community_id: shared.id, user_id: leaver.id })
      .throwOnError()
    const user = await openApp(admin, '/admin?tab=users')
    const row = await findRow(leaver.email)
    await user.click(row.getByRole('button', { name: 'Delete Six Communities' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(
      await dialog.findByText(
        '3 communities are deleted with this account (1 listed). 1 community that they co-own will stay.',
      ),
    ).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await expectToast('User deleted successfully')
    await chooseTool(user, 'Activity')
    const activity = within(await screen.findByRole('dialog', { name: 'Activity' }))
    // The users of other tests delete their own accounts.
    const entries = (await activity.findAllByText('Deleted with the account'))
      .map((entry) => entry.closest('li')?.textContent)
      .filter((text) => text?.includes('by Site Admin'))
    expect(entries).toHaveLength(3)
    expect(entries.join(' ')).not.toContain('What changed')
    expect(document.body).not.toHaveTextContent('Particular')
    await createSecretClient().from('communities').delete().eq('id', shared.id).throwOnError()
  })

  test('deletes a user after a confirmation, which reports once why it failed', async () => {
    const profiles = createSecretClient().from('profiles')
    const user = await openApp(admin, '/admin?tab=users')
    const row = await findRow(member.email)
    await user.click(row.getByRole('button', { name: 'Delete New Member' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(
      dialog.getByText('Are you sure you want to delete this user? This action cannot be undone.'),
    ).toBeVisible()
    await profiles.update({ is_admin: true }).eq('id', member.id).throwOnError()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    const refusal = 'Admins cannot delete other admins.'
    expect(await dialog.findByRole('alert')).toHaveTextContent(refusal)
    expect(screen.getAllByText(refusal)).toHaveLength(1)

    await profiles.update({ is_admin: false }).eq('id', member.id).throwOnError()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await expectToast('User deleted successfully')
    await waitFor(() => expect(screen.queryByText(member.email)).toBeNull())
    await expectFocusKept(/Name/)
    const { data } = await createSecretClient().auth.admin.getUserById(member.id)
    expect(data.user).toBeNull()
  })
})
