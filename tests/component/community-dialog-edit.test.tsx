import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { reviewedAs } from '../../src/features/community/fields.ts'
import { createCommunity, readCommunity } from '../support/communities.ts'
import { uploadImage } from '../support/images.ts'
import { createSecretClient, createUser, type TestUser } from '../support/users.ts'
import { fillForm, getField, openDialog, readGroupNames } from './community-dialog-app.tsx'
import { failRequests, interceptRequests } from './requests.ts'
import { expectFocusKept, expectToast } from './whole-app.tsx'

let owner: TestUser
let admin: TestUser
beforeAll(async () => {
  ;[owner, admin] = await Promise.all([createUser(), createUser({ admin: true })])
})

type View = Awaited<ReturnType<typeof openDialog>>

const save = ({ dialog, user }: View) =>
  user.click(dialog.getByRole('button', { name: 'Save Changes' }))

async function createWithGroups(
  names: string[],
  changes: Parameters<typeof createCommunity>[1] = {},
) {
  const community = await createCommunity(owner, changes)
  await owner.client
    .from('community_groups')
    .insert(
      names.map((name) => ({ community_id: community.id, name, description: `About ${name}` })),
    )
    .throwOnError()
  return community
}

describe('the edit dialog', () => {
  test('saves the changes, and shows the member count that it reads before, also when Enter submits', async () => {
    const community = await createCommunity(owner)
    const view = await openDialog(owner, { community })
    await fillForm(view, { 'Community Name': 'New name' })
    const count = getField(view, 'Current Member Count')
    await view.user.clear(count)
    await view.user.type(count, 'many')
    // jsdom submits on Enter only if the button is inside the form.
    fireEvent.submit(count)
    expect(count).toHaveValue('0')
    expect(await screen.findByText('Community updated successfully')).toBeInTheDocument()
    expect(view.events).toEqual(['saved', 'closed'])
    expect(await readCommunity(community.id)).toMatchObject({
      name: 'New name',
      member_count: 0,
      whatsapp_link: community.whatsapp_link,
      owner_id: owner.id,
    })
  })

  test('rejects a stale save, and can load the current version or overwrite it', async () => {
    const community = await createCommunity(owner)
    const view = await openDialog(owner, { community })
    const saveStale = async (name: string) => {
      await admin.client
        .from('communities')
        .update({ name: 'By the admin', description: `Before ${name}` })
        .eq('id', community.id)
        .throwOnError()
      await fillForm(view, { 'Community Name': name })
      await save(view)
      return view.dialog.findByRole('alert')
    }
    const notice = await saveStale('By the owner')
    expect(notice).toHaveTextContent('Failed to update community')
    expect(notice).toHaveTextContent('changed by someone else in the meantime')
    // The toast shows the failure and the notice shows the reason, so neither is visible twice.
    await expectToast('Failed to update community')
    expect(within(notice).getByText(/Failed to update community/)).toHaveClass('sr-only')
    expect(getField(view, 'Community Name')).toHaveValue('By the owner')
    expect(await readCommunity(community.id)).toMatchObject({ name: 'By the admin' })
    await view.user.click(view.dialog.getByRole('button', { name: 'Load current version' }))
    await waitFor(() => expect(getField(view, 'Community Name')).toHaveValue('By the admin'))

    await saveStale('By the owner again')
    await view.user.click(view.dialog.getByRole('button', { name: 'Save mine instead' }))
    await waitFor(() => expect(view.events).toContain('saved'))
    expect(await readCommunity(community.id)).toMatchObject({
      name: 'By the owner again',
      description: 'Before By the owner',
    })
  })

  test('keeps the input when the community no longer exists, and when the session has ended', async () => {
    const community = await createCommunity(owner)
    const view = await openDialog(owner, { community })
    await fillForm(view, { 'Community Name': 'Too late' })
    const secret = createSecretClient().from('communities')
    await secret.delete().eq('id', community.id).throwOnError()
    for (const reason of ['no longer exists', 'Your session has ended. Sign in again']) {
      await save(view)
      await waitFor(() => expect(view.dialog.getByRole('alert')).toHaveTextContent(reason))
      expect(view.dialog.queryByRole('button', { name: /^(Save mine|Load current)/ })).toBeNull()
      expect(getField(view, 'Community Name')).toHaveValue('Too late')
      localStorage.clear()
    }
    expect(view.events).toEqual([])
    expect((await secret.select().match({ id: community.id })).data).toEqual([])
  })
})

test('canceling an upload keeps the previous image; removing it leaves the stock photo', async () => {
  const file = new File(['x'], 'slow.png', { type: 'image/png' })
  file.arrayBuffer = () => new Promise(() => undefined)
  const community = await createCommunity(owner)
  const { url } = await uploadImage(owner)
  await owner.client.from('communities').update({ image_url: url }).eq('id', community.id)
  const view = await openDialog(owner, { community: await readCommunity(community.id) })
  await view.user.upload(getField(view, 'Community Image'), file)
  expect(await view.dialog.findByText('Compressing image...')).toBeVisible()
  expect(view.dialog.queryByRole('button', { name: 'Remove image' })).toBeNull()

  await view.user.click(view.dialog.getByRole('button', { name: 'Cancel upload' }))
  expect(view.dialog.queryByText('Compressing image...')).toBeNull()
  const preview = view.dialog.getByAltText('Preview of the community image')
  expect(preview).toHaveAttribute('src', url)
  expect(view.dialog.getByRole('button', { name: 'Save Changes' })).toBeEnabled()

  const remove = view.dialog.getByRole('button', { name: 'Remove image' })
  expect(remove).toHaveFocus()
  await view.user.click(remove)
  expect(view.dialog.getByAltText('Stock photo of the category')).toBeVisible()
  await save(view)
  await waitFor(() => expect(view.events).toContain('saved'))
  expect((await readCommunity(community.id)).image_url).toContain('photo-1461896836934')
})

test('changes to an approved community wait for review, and an admin edits the live version', async () => {
  const community = await createCommunity(owner, { status: 'approved', member_count: 300 })
  const view = await openDialog(owner, { community })
  const notice = await view.dialog.findByText(/an admin reviews it first/)
  for (const name of Object.values(reviewedAs)) expect(notice).toHaveTextContent(name)
  // Normalizing undoes these changes.
  await fillForm(view, {
    'Community Name': ` ${community.name} `,
    Description: `${community.description}\n`,
    'WhatsApp Link': `Join us: ${community.whatsapp_link}?mode=ems_copy_t`,
  })
  const rule = /An admin reviews this number first: .* last reviewed one, 300\./
  await fillForm(view, { 'Current Member Count': '600' })
  expect(view.dialog.queryByText(/will wait for review/)).toBeNull()
  expect(view.dialog.queryByText(rule)).toBeNull()
  await fillForm(view, { 'Current Member Count': '601' })
  expect(getField(view, 'Current Member Count')).toHaveAccessibleDescription(rule)

  await view.user.click(view.dialog.getByRole('button', { name: 'Show a host' }))
  expect(getField(view, 'Name of the host')).toHaveFocus()
  await fillForm(view, { 'One sentence about the host': 'Swims every day.' })
  await save(view)
  await waitFor(() =>
    expect(getField(view, 'Name of the host')).toHaveAccessibleDescription(
      "Please enter the host's name, or remove the host",
    ),
  )
  await fillForm(view, { 'Name of the host': 'Ada', 'Community Name': 'Switched' })
  const waiting = 'new name, host and member count'
  expect(view.dialog.getByText(new RegExp(`your ${waiting} will wait`))).toBeInTheDocument()
  await save(view)
  await expectToast('Community updated successfully')
  await expectToast(new RegExp(`^Your ${waiting} wait`))
  const held = await readCommunity(community.id)
  const changes = { name: 'Switched', member_count: 601 }
  const host = { host_name: 'Ada', host_intro: 'Swims every day.' }
  expect(held).toMatchObject({ name: community.name, host_name: '', member_count: 300 })
  expect(held.held_changes).toEqual({ ...changes, ...host })
  view.unmount()

  const again = await openDialog(owner, { community: held })
  expect(getField(again, 'Community Name')).toHaveValue('Switched')
  expect(getField(again, 'Name of the host')).toHaveValue('Ada')
  await again.user.click(again.dialog.getByRole('button', { name: 'Remove host' }))
  expect(again.dialog.getByRole('button', { name: 'Show a host' })).toHaveFocus()
  await save(again)
  await waitFor(() => expect(again.events).toContain('saved'))
  const withoutHost = await readCommunity(community.id)
  expect(withoutHost.held_changes).toEqual(changes)
  again.unmount()

  const asAdmin = await openDialog(admin, { community: withoutHost, role: 'admin' })
  expect(getField(asAdmin, 'Community Name')).toHaveValue(community.name)
  expect(asAdmin.dialog.getByText(/doesn't contain the owner's new name/)).toBeInTheDocument()
  expect(asAdmin.dialog.getByRole('option', { name: 'Social' })).toBeInTheDocument()
  await fillForm(asAdmin, { 'Current Member Count': '900' })
  expect(asAdmin.dialog.queryByText(rule)).toBeNull()
  await save(asAdmin)
  await waitFor(() => expect(asAdmin.events).toContain('saved'))
  expect(await readCommunity(community.id)).toMatchObject({
    name: community.name,
    member_count: 900,
    held_changes: { name: 'Switched' },
  })
})

test('the groups of a rejected community load later, stay in a draft, and are saved although one attempt fails', async () => {
  const rejection_reason = 'The link is dead.'
  const community = await createWithGroups(['Beginners', 'Advanced'], {
    status: 'rejected',
    rejection_reason,
  })
  const loading = failRequests(/community_groups\?select/)
  const first = await openDialog(owner, { community })
  expect(first.dialog.getByText(rejection_reason)).toBeInTheDocument()
  expect(first.dialog.getByText(/submits the community for review again/)).toBeInTheDocument()
  expect(await first.dialog.findByText('Failed to load groups')).toBeInTheDocument()
  await fillForm(first, { Description: 'Typed' })
  loading.restore()
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))
  expect(await first.dialog.findByLabelText('Group name 1')).toHaveValue('Advanced')
  await fillForm(first, { 'Group name 2': 'Newcomers' })
  await first.user.click(first.dialog.getByRole('button', { name: 'Add Group' }))
  expect(getField(first, 'Group name 3')).toHaveFocus()
  first.unmount()

  const view = await openDialog(owner, { community })
  expect(view.dialog.getByText('Draft restored')).toBeInTheDocument()
  expect(getField(view, 'Description')).toHaveValue('Typed')
  expect(await view.dialog.findByLabelText('Group name 2')).toHaveValue('Newcomers')
  await save(view)
  expect(await view.dialog.findByText('Please enter a group name')).toBeInTheDocument()
  await fillForm(view, { 'Group name 3': 'Trips' })
  const failing = interceptRequests(/community_groups/, (forward) =>
    failing.count() === 1 ? forward() : new Response('{}', { status: 500 }),
  )
  await save(view)
  await waitFor(() =>
    expect(view.dialog.getByRole('alert')).toHaveTextContent('Failed to update community'),
  )
  failing.restore()
  expect(await readGroupNames(community.id)).toEqual(['Advanced', 'Newcomers'])
  await save(view)
  await waitFor(() => expect(view.events).toContain('saved'))
  expect(await readGroupNames(community.id)).toEqual(['Advanced', 'Newcomers', 'Trips'])
  expect(await readCommunity(community.id)).toMatchObject({
    status: 'pending',
    description: 'Typed',
  })
  const groups = owner.client.from('community_groups').select('description')
  const renamed = await groups.match({ community_id: community.id, name: 'Newcomers' }).single()
  expect(renamed.data?.description).toBe('About Beginners')
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain('Typed')
})

test('groups are deleted immediately, after a confirmation, without making the next save stale', async () => {
  const community = await createWithGroups(['Beginners', 'Trips'])
  const view = await openDialog(owner, { community })
  const deleteFirstGroup = async () => {
    await view.user.click(await view.dialog.findByRole('button', { name: 'Delete group 1' }))
    const confirmation = within(await screen.findByRole('alertdialog', { name: 'Delete group' }))
    await view.user.click(confirmation.getByRole('button', { name: 'Delete' }))
  }
  const failing = failRequests(/community_groups\?id=eq/)
  await deleteFirstGroup()
  expect(await view.dialog.findByRole('alert')).toHaveTextContent('Failed to delete group')
  expect(getField(view, 'Group name 1')).toHaveValue('Beginners')
  expect(await readGroupNames(community.id)).toEqual(['Beginners', 'Trips'])

  failing.restore()
  await deleteFirstGroup()
  await waitFor(() => expect(getField(view, 'Group name 1')).toHaveValue('Trips'))
  await expectFocusKept(/WhatsApp Groups/)
  await fillForm(view, { 'Community Name': 'With fewer groups' })
  await save(view)
  await waitFor(() => expect(view.events).toContain('saved'))
  expect(await readCommunity(community.id)).toMatchObject({ name: 'With fewer groups' })
  expect(await readGroupNames(community.id)).toEqual(['Trips'])
})

test('a draft of an edit shows a warning if the community has changed, and keeps the newer values of other fields', async () => {
  const community = await createCommunity(owner)
  const view = await openDialog(owner, { community })
  await fillForm(view, { 'Current Member Count': '1234' })
  view.unmount()
  await admin.client
    .from('communities')
    .update({ description: 'Corrected by an admin' })
    .eq('id', community.id)
    .throwOnError()

  const again = await openDialog(owner, { community: await readCommunity(community.id) })
  expect(again.dialog.getByRole('alert')).toHaveTextContent(/the community has changed since/)
  expect(getField(again, 'Current Member Count')).toHaveValue('1234')
  expect(getField(again, 'Description')).toHaveValue('Corrected by an admin')
  await save(again)
  await waitFor(() => expect(again.events).toContain('saved'))
  expect(await readCommunity(community.id)).toMatchObject({
    description: 'Corrected by an admin',
    member_count: 1234,
  })
})
