import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { addGroup, block, createCommunity, readCommunity } from '../../support/communities.ts'
import { createSecretClient, createUser } from '../../support/users.ts'
import { failRequests, interceptRequests } from '../requests.ts'
import { expectFocusKept, expectToast, openApp } from '../whole-app.tsx'
import { chooseTool } from './manage.ts'
import {
  admin,
  clearQueue,
  createListed,
  owner,
  passDoublePress,
  uniqueName,
  updateCommunity,
} from './queue.ts'

afterEach(clearQueue)

const secret = createSecretClient()
const profiles = () => secret.from('profiles')
const createPending = (word: string) => createCommunity(owner, { name: uniqueName(word) })
const savesOf = ({ id }: { id: string }) => new RegExp(`communities\\?id=eq.${id}`)

async function findRow(text: string) {
  // The last decision also names its community.
  const row = (await screen.findByText(text, { selector: 'tr *' })).closest('tr')
  if (!row) throw new Error(`${text} is not in a table`)
  return within(row)
}

/** Returns a function that presses a button of a community's row. */
const pressIn =
  (user: UserEvent) =>
  (action: string, { name }: { name: string }) => {
    passDoublePress()
    return user.click(screen.getByRole('button', { name: `${action} ${name}` }))
  }

/** Waits for the dialog of a confirmation, which must have this text. */
async function findConfirmation(text: string) {
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(await dialog.findByText(text)).toBeVisible()
  return { dialog, confirm: dialog.getByRole('button', { name: 'Delete' }) }
}

test('the communities table lists the newest first, and opens each to read and from there to edit', async () => {
  const older = await createListed('Older')
  const impostor = await createUser({ name: 'Community Owner' })
  const claimed = { email: 'admin@example.com' }
  await impostor.client.from('profiles').update(claimed).eq('id', impostor.id).throwOnError()
  const { id, name } = await createCommunity(impostor, { name: uniqueName('Newest') })
  await addGroup(impostor, id).throwOnError()
  const user = await openApp(admin, '/admin?view=all')
  const row = await findRow(name)
  const names = screen.getAllByRole('button', { name: /^(Newest|Older)/ })
  expect(names.map(({ textContent }) => textContent)).toEqual([name, older.name])
  expect(screen.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  expect(await screen.findByRole('tab', { name: /^Communities \d+$/ })).toBeVisible()
  expect(row.getByText('Community Owner')).toBeVisible()
  // The email of the account, and the one that its user wrote into the profile.
  expect(row.getByText(impostor.email)).toBeVisible()
  expect(row.getByText('In the profile:').parentElement).toHaveTextContent('admin@example.com')
  expect(row.getByText('Pending')).toHaveAttribute('data-tone', 'yellow')

  screen.getByRole('button', { name }).focus()
  await user.keyboard('{Enter}')
  const view = within(await screen.findByRole('dialog', { name: 'Community' }))
  expect(await view.findByText('Early birds')).toBeVisible()
  expect(view.getByText('Pending')).toBeVisible()
  expect(view.getByRole('link', { name: /chat\.whatsapp\.com/ })).toBeVisible()
  expect(view.getByText('Not checked yet')).toBeVisible()
  const ownerRegion = within(view.getByRole('region', { name: 'Owner' }))
  expect(ownerRegion.getByText('Community Owner')).toBeVisible()
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

test('a table that fails to load offers a retry, and is shown without totals if only they fail', async () => {
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

test('decisions in the table are saved once, report failures once, and keep the reason', async () => {
  const [deleted, raced, forestalled, approved] = [
    await createPending('To delete'),
    await createPending('Twice decided'),
    await createPending('Forestalled'),
    await createPending('To approve'),
  ]
  const user = await openApp(admin, '/admin?view=all')
  await findRow(approved.name)
  const press = pressIn(user)
  const openRejection = async (community: { name: string }) => {
    await press('Reject', community)
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject community' }))
    const reject = dialog.getByRole('button', { name: 'Reject' })
    return { dialog, reject, reason: dialog.getByRole('textbox', { name: /Reason/ }) }
  }

  const broken = failRequests(savesOf(approved))
  await press('Approve', approved)
  await expectToast(/^Failed to approve community/)
  expect((await findRow(approved.name)).getByText('Pending')).toBeVisible()
  broken.restore()
  await press('Approve', approved)
  await expectToast('Community approved successfully')
  const row = await findRow(approved.name)
  expect(await row.findByText('Approved')).toBeVisible()
  expect(row.queryByRole('button', { name: /Approve|Reject/ })).toBeNull()
  await expectFocusKept(/^To approve/)
  const decision = { status: 'approved', approved_by: admin.id }
  expect(await readCommunity(approved.id)).toMatchObject(decision)
  await user.click(screen.getByRole('button', { name: /^Undo/ }))
  await expectToast('Decision undone')
  expect(await readCommunity(approved.id)).toMatchObject({ status: 'pending' })

  // Another admin approves while the dialog is open.
  const late = await openRejection(forestalled)
  const second = await createUser({ admin: true })
  await updateCommunity(second.client, forestalled.id, { status: 'approved' })
  const common = 'This community is already listed.'
  await user.click(late.dialog.getByRole('button', { name: common }))
  await user.click(late.reject)
  expect(await late.dialog.findByRole('alert')).toHaveTextContent(
    'Failed to reject community: This community is already approved.',
  )
  expect(screen.getAllByText(/Failed to reject community/)).toHaveLength(1)
  expect(await (await findRow(forestalled.name)).findByText('Approved')).toBeVisible()
  expect(await readCommunity(forestalled.id)).toMatchObject({ approved_by: second.id })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  // An approval that is still being saved, and then fails.
  let respond: (response: Response) => void = () => {}
  const held = new Promise<Response>((resolve) => (respond = resolve))
  const approval = interceptRequests(savesOf(raced), () => held)
  await press('Approve', raced)
  const { dialog, reason, reject } = await openRejection(raced)
  await user.type(reason, 'Typed.')
  await user.click(reject)
  expect(await dialog.findByRole('alert')).toHaveTextContent('is still being saved')
  expect(screen.getAllByText(/is still being saved/)).toHaveLength(1)
  expect(approval.count()).toBe(1)
  approval.restore()
  respond(Response.json({ message: 'broken' }, { status: 500 }))
  await waitFor(() => expect(screen.queryByText(/is still being saved/)).toBeNull())
  expect(reason).toHaveValue('Typed.')
  await user.click(reject)
  await expectToast('Community rejected successfully')
  await expectFocusKept(/^Twice decided/)
  const rejection = { status: 'rejected', rejection_reason: 'Typed.' }
  expect(await readCommunity(raced.id)).toMatchObject(rejection)

  await press('Delete', deleted)
  const text = 'Are you sure you want to delete this community?'
  await user.click((await findConfirmation(text)).confirm)
  await expectToast('Community deleted successfully')
  await waitFor(() => expect(screen.queryByText(deleted.name)).toBeNull())
  await expectFocusKept(/To review/)
  const found = secret.from('communities').select('id').eq('id', deleted.id)
  expect((await found.throwOnError()).data).toEqual([])
})

test('the users table shows why loading failed, and saves credits that are a new whole number', async () => {
  const member = await createUser({ name: 'New Member' })
  const list = interceptRequests(/functions\/v1\/admin\/users/, () =>
    Response.json({ error: 'Only an admin may list users.' }, { status: 403 }),
  )
  const user = await openApp(admin, '/admin?tab=users')
  const message = await screen.findByText('Only an admin may list users.')
  expect(message.closest('[role="alert"]')).toBeVisible()
  list.restore()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  const row = await findRow(member.email)
  expect(row.getByText('User')).toBeVisible()
  expect(row.getByRole('button', { name: 'Delete New Member' })).toBeVisible()
  const own = await findRow(admin.email)
  expect(own.getByText('Admin')).toBeVisible()
  expect(own.queryByRole('button', { name: /Delete/ })).toBeNull()

  const openMember = async () => {
    await user.click(row.getByRole('button', { name: 'New Member' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'User Profile' }))
    const credits = await dialog.findByLabelText('Credits')
    const enter = async (text: string) => {
      await user.clear(credits)
      await user.type(credits, text)
    }
    return { dialog, credits, enter, save: dialog.getByRole('button', { name: 'Save Changes' }) }
  }
  const readCredits = async () =>
    (await profiles().select('credits').eq('id', member.id).single().throwOnError()).data.credits

  const { dialog, credits, enter, save } = await openMember()
  expect(save).toBeDisabled()
  for (const invalid of ['-4', 'twelve']) {
    await enter(invalid)
    expect(save).toBeDisabled()
  }
  await enter('1,200 credits')
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
  await row.findByText(/^1,?200$/)

  const again = await openMember()
  await profiles().update({ credits: 50 }).eq('id', member.id).throwOnError()
  await again.enter('12')
  await user.click(again.save)
  expect(await again.dialog.findByText(/^Another admin changed these credits/)).toBeVisible()
  expect(await readCredits()).toBe(50)
})

test('a user is deleted after a confirmation, which names their communities and reports why it failed', async () => {
  const member = await createUser({ name: 'Former Member' })
  const leaver = await createUser({ name: 'Leaver' })
  await createCommunity(leaver, { name: 'Particular A', status: 'approved' })
  const paused = await createCommunity(leaver, { name: 'Particular B', status: 'approved' })
  await block(paused.id, 'paused')
  const shared = await createCommunity(owner)
  const coOwner = { community_id: shared.id, user_id: leaver.id }
  await secret.from('co_owners').insert(coOwner).throwOnError()
  const user = await openApp(admin, '/admin?tab=users')
  await findRow(member.email)

  await user.click(screen.getByRole('button', { name: 'Delete Former Member' }))
  const { dialog, confirm } = await findConfirmation(
    'Are you sure you want to delete this user? This action cannot be undone.',
  )
  await profiles().update({ is_admin: true }).eq('id', member.id).throwOnError()
  await user.click(confirm)
  const refusal = 'Admins cannot delete other admins.'
  expect(await dialog.findByRole('alert')).toHaveTextContent(refusal)
  expect(screen.getAllByText(refusal)).toHaveLength(1)
  await profiles().update({ is_admin: false }).eq('id', member.id).throwOnError()
  await user.click(confirm)
  await expectToast('User deleted successfully')
  await waitFor(() => expect(screen.queryByText(member.email)).toBeNull())
  await expectFocusKept(/Name/)
  expect((await secret.auth.admin.getUserById(member.id)).data.user).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Delete Leaver' }))
  const text =
    '2 communities are deleted with this account (1 listed). 1 community that they co-own will stay.'
  await user.click((await findConfirmation(text)).confirm)
  await waitFor(() => expect(screen.queryByText(leaver.email)).toBeNull())
  await chooseTool(user, 'Activity')
  const activity = within(await screen.findByRole('dialog', { name: 'Activity' }))
  // The users of other tests delete their own accounts.
  const entries = (await activity.findAllByText('Deleted with the account'))
    .map((entry) => entry.closest('li')?.textContent)
    .filter((entry) => entry?.includes('by Site Admin'))
  expect(entries).toHaveLength(2)
  expect(entries.join(' ')).not.toContain('What changed')
  expect(document.body).not.toHaveTextContent('Particular')
})
