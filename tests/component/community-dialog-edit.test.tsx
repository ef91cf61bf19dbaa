import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { reviewedFields } from '../../src/communities/fields.ts'
import { sessionStorageKey } from '../../src/supabase/config.ts'
import { createCommunity, newInviteLink, readCommunity } from '../support/communities.ts'
import { uploadImage } from '../support/images.ts'
import { createSecretClient, createUser, type TestUser } from '../support/users.ts'
import { fillForm, getField, openDialog, readGroupNames } from './community-dialog-app.tsx'
import { interceptRequests, loseResponses } from './requests.ts'
import { expectFocusKept, expectToast } from './whole-app.tsx'

let owner: TestUser
let admin: TestUser
beforeAll(async () => {
  ;[owner, admin] = await Promise.all([createUser(), createUser({ admin: true })])
})

type View = Awaited<ReturnType<typeof openDialog>>

const save = ({ dialog, user }: View) =>
  user.click(dialog.getByRole('button', { name: 'Save Changes' }))

async function createWithGroups(names: string[]) {
  const community = await createCommunity(owner)
  await owner.client
    .from('community_groups')
    .insert(
      names.map((name) => ({ community_id: community.id, name, description: `About ${name}` })),
    )
    .throwOnError()
  return community
}

describe('the edit dialog', () => {
  test('saves the changes of owners and admins', async () => {
    for (const editor of [owner, admin]) {
      const community = await createCommunity(owner)
      const view = await openDialog(editor, {
        community,
        role: editor === admin ? 'admin' : 'owner',
      })
      await fillForm(view, { 'Community Name': 'New name', 'Current Member Count': '7' })
      await save(view)
      expect(await screen.findByText('Community updated successfully')).toBeInTheDocument()
      expect(view.events).toEqual(['saved', 'closed'])
      expect(await readCommunity(community.id)).toMatchObject({
        name: 'New name',
        member_count: 7,
        whatsapp_link: community.whatsapp_link,
        owner_id: owner.id,
      })
      view.unmount()
    }
  })

  test('shows the member count that it reads before saving it, also when Enter submits', async () => {
    const community = await createCommunity(owner)
    const view = await openDialog(owner, { community })
    const count = getField(view, 'Current Member Count')
    await view.user.clear(count)
    await view.user.type(count, 'many')
    // jsdom submits on Enter only if the button is inside the form.
    fireEvent.submit(count)
    expect(count).toHaveValue('0')
    await waitFor(() => expect(view.events).toContain('saved'))
    expect(await readCommunity(community.id)).toMatchObject({ member_count: 0 })
  })

  test('rejects a stale save, and can overwrite the newer version', async () => {
    const community = await createCommunity(owner)
    const view = await openDialog(owner, { community })
    await fillForm(view, { 'Community Name': 'By the owner' })
    await admin.client.from('communities').update({ name: 'By the admin' }).eq('id', community.id)
    await save(view)

    const notice = await view.dialog.findByRole('alert')
    expect(notice).toHaveTextContent('Failed to update community')
    expect(notice).toHaveTextContent('changed by someone else in the meantime')
    // The toast shows the failure and the notice shows the reason, so neither is visible twice.
    await expectToast('Failed to update community')
    expect(within(notice).getByText(/Failed to update community/)).toHaveClass('sr-only')
    expect(getField(view, 'Community Name')).toHaveValue('By the owner')
    expect(await readCommunity(community.id)).toMatchObject({ name: 'By the admin' })

    await view.user.click(view.dialog.getByRole('button', { name: 'Save mine instead' }))
    await waitFor(() => expect(view.events).toContain('saved'))
    expect(await readCommunity(community.id)).toMatchObject({ name: 'By the owner' })
  })

  test('can load the current version after a stale save', async () => {
    const community = await createCommunity(owner)
    const view = await openDialog(owner, { community })
    await fillForm(view, { 'Community Name': 'By the owner' })
    await admin.client.from('communities').update({ name: 'By the admin' }).eq('id', community.id)
    await save(view)
    await view.user.click(await view.dialog.findByRole('button', { name: 'Load current version' }))
    await waitFor(() => expect(getField(view, 'Community Name')).toHaveValue('By the admin'))
    await fillForm(view, { Description: 'Both of us' })
    await save(view)
    await waitFor(() => expect(view.events).toContain('saved'))
    expect(await readCommunity(community.id)).toMatchObject({
      name: 'By the admin',
      description: 'Both of us',
    })
  })

  test('reports on saving that the community no longer exists', async () => {
    const community = await createCommunity(owner)
    const view = await openDialog(owner, { community })
    await fillForm(view, { 'Community Name': 'Too late' })
    await createSecretClient().from('communities').delete().eq('id', community.id)
    await save(view)
    expect(await view.dialog.findByRole('alert')).toHaveTextContent('no longer exists')
    expect(view.dialog.queryByRole('button', { name: /^(Save mine|Load current)/ })).toBeNull()
    expect(view.events).toEqual([])
  })

  test('asks for confirmation on closing only if there are unsaved changes', async () => {
    const community = await createCommunity(owner)
    const view = await openDialog(owner, { community })
    await fillForm(view, { 'Community Name': 'Something else' })
    await view.user.keyboard('{Escape}')
    await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
    await view.user.click(screen.getByRole('button', { name: 'Keep editing' }))
    expect(view.events).toEqual([])
    await fillForm(view, { 'Community Name': community.name })
    await view.user.keyboard('{Escape}')
    expect(view.events).toEqual(['closed'])
  })

  test("replaces a removed image with the category's stock photo", async () => {
    const community = await createCommunity(owner)
    const { url } = await uploadImage(owner)
    await owner.client.from('communities').update({ image_url: url }).eq('id', community.id)
    const view = await openDialog(owner, { community: await readCommunity(community.id) })
    await view.user.click(view.dialog.getByRole('button', { name: 'Remove image' }))
    await save(view)
    await waitFor(() => expect(view.events).toContain('saved'))
    expect((await readCommunity(community.id)).image_url).toContain('photo-1461896836934')
  })
})

describe('while an image is being processed', () => {
  const createUnreadableFile = () => {
    const file = new File(['x'], 'slow.png', { type: 'image/png' })
    file.arrayBuffer = () => new Promise(() => undefined)
    return file
  }

  test('canceling keeps the previous image, which can then be removed', async () => {
    const community = await createCommunity(owner)
    const { url } = await uploadImage(owner)
    await owner.client.from('communities').update({ image_url: url }).eq('id', community.id)
    const view = await openDialog(owner, { community: await readCommunity(community.id) })
    const preview = () => view.dialog.getByAltText('Preview of the community image')
    await view.user.upload(getField(view, 'Community Image'), createUnreadableFile())
    expect(await view.dialog.findByText('Compressing image...')).toBeVisible()
    expect(view.dialog.queryByRole('button', { name: 'Remove image' })).toBeNull()

    const button = view.dialog.getByRole('button', { name: 'Cancel upload' })
    await view.user.click(button)
    expect(view.dialog.queryByText('Compressing image...')).toBeNull()
    expect(preview()).toHaveAttribute('src', url)
    expect(view.dialog.getByRole('button', { name: 'Save Changes' })).toBeEnabled()

    expect(view.dialog.getByRole('button', { name: 'Remove image' })).toHaveFocus()
    await view.user.click(button)
    expect(view.dialog.getByAltText('Stock photo of the category')).toBeVisible()
  })

  test('canceling the first image leaves the field empty', async () => {
    const view = await openDialog(owner)
    await view.user.upload(getField(view, 'Community Image'), createUnreadableFile())
    await view.user.click(await view.dialog.findByRole('button', { name: 'Cancel upload' }))
    expect(view.dialog.queryByText('Compressing image...')).toBeNull()
    expect(view.dialog.getByRole('button', { name: 'Use a stock photo' })).toBeVisible()
  })
})

describe('the edit dialog of a reviewed community', () => {
  test('announces that changes to an approved community wait for review, and restores them', async () => {
    const community = await createCommunity(owner, { status: 'approved' })
    const view = await openDialog(owner, { community })
    await fillForm(view, { 'Community Name': 'Switched' })
    expect(view.dialog.getByText(/your new name will wait for review/)).toBeInTheDocument()
    await save(view)
    await waitFor(() => expect(view.events).toContain('saved'))
    const held = await readCommunity(community.id)
    expect(held).toMatchObject({ name: community.name, held_changes: { name: 'Switched' } })
    view.unmount()

    const again = await openDialog(owner, { community: held })
    expect(getField(again, 'Community Name')).toHaveValue('Switched')
    await fillForm(again, { 'Community Name': community.name })
    await save(again)
    await waitFor(() => expect(again.events).toContain('saved'))
    expect(await readCommunity(community.id)).toMatchObject({
      name: community.name,
      held_changes: null,
    })
  })

  test('names every reviewed field, and ignores changes that normalizing undoes', async () => {
    const community = await createCommunity(owner, { status: 'approved' })
    const view = await openDialog(owner, { community })
    const notice = await view.dialog.findByText(/an admin reviews it first/)
    for (const { reviewedAs } of reviewedFields) expect(notice).toHaveTextContent(reviewedAs)
    await fillForm(view, {
      'Community Name': ` ${community.name} `,
      Description: `${community.description}\n`,
      'WhatsApp Link': `Join us: ${community.whatsapp_link}?mode=ems_copy_t`,
    })
    expect(view.dialog.queryByText('Changes waiting for review')).toBeNull()
    await fillForm(view, { 'Community Name': 'Renamed' })
    expect(await view.dialog.findByText(/your new name will wait/)).toBeVisible()
  })

  test('shows why a community was rejected, and saving submits it again', async () => {
    const community = await createCommunity(owner, {
      status: 'rejected',
      rejection_reason: 'The link is dead.',
    })
    const view = await openDialog(owner, { community })
    expect(view.dialog.getByText('The link is dead.')).toBeInTheDocument()
    expect(view.dialog.getByText(/submits the community for review again/)).toBeInTheDocument()
    await fillForm(view, { 'WhatsApp Link': newInviteLink() })
    await save(view)
    await waitFor(() => expect(view.events).toContain('saved'))
    expect(await readCommunity(community.id)).toMatchObject({
      status: 'pending',
      rejection_reason: null,
    })
  })
})

describe('groups', () => {
  test('are listed by name, renamed and added on saving', async () => {
    const community = await createWithGroups(['Beginners', 'Advanced'])
    const view = await openDialog(owner, { community })
    expect(await view.dialog.findByLabelText('Group name 1')).toHaveValue('Advanced')
    await fillForm(view, { 'Group name 2': 'Newcomers' })
    await view.user.click(view.dialog.getByRole('button', { name: 'Add Group' }))
    expect(getField(view, 'Group name 3')).toHaveFocus()
    await fillForm(view, { 'Group name 3': 'Trips' })
    await save(view)
    await waitFor(() => expect(view.events).toContain('saved'))
    expect(await readGroupNames(community.id)).toEqual(['Advanced', 'Newcomers', 'Trips'])
    const { data } = await owner.client
      .from('community_groups')
      .select('description')
      .eq('community_id', community.id)
      .eq('name', 'Newcomers')
      .single()
    expect(data?.description).toBe('About Beginners')
  })

  test('need a name', async () => {
    const view = await openDialog(owner, { community: await createCommunity(owner) })
    await view.user.click(await view.dialog.findByRole('button', { name: 'Add Group' }))
    await save(view)
    expect(await view.dialog.findByText('Please enter a group name')).toBeInTheDocument()
    expect(view.events).toEqual([])
  })

  const deleteFirstGroup = async (view: Awaited<ReturnType<typeof openDialog>>) => {
    await view.user.click(await view.dialog.findByRole('button', { name: 'Delete group 1' }))
    const confirmation = within(await screen.findByRole('alertdialog', { name: 'Delete group' }))
    await view.user.click(confirmation.getByRole('button', { name: 'Delete' }))
  }

  test('are deleted immediately, after a confirmation', async () => {
    const community = await createWithGroups(['Beginners', 'Trips'])
    const view = await openDialog(owner, { community })
    await deleteFirstGroup(view)
    await waitFor(() => expect(getField(view, 'Group name 1')).toHaveValue('Trips'))
    await expectFocusKept(/WhatsApp Groups/)
    expect(await readGroupNames(community.id)).toEqual(['Trips'])
    await view.user.click(view.dialog.getByRole('button', { name: 'Cancel' }))
    expect(view.events).toEqual(['closed'])
  })

  test('can be deleted without making the next save stale', async () => {
    const community = await createWithGroups(['Beginners', 'Trips'])
    const view = await openDialog(owner, { community })
    await deleteFirstGroup(view)
    await waitFor(() => expect(getField(view, 'Group name 1')).toHaveValue('Trips'))
    await fillForm(view, { 'Community Name': 'With fewer groups' })
    await save(view)
    await waitFor(() => expect(view.events).toContain('saved'))
    expect(await readCommunity(community.id)).toMatchObject({ name: 'With fewer groups' })
    expect(await readGroupNames(community.id)).toEqual(['Trips'])
  })

  test('stay when deleting fails', async () => {
    const community = await createWithGroups(['Beginners'])
    const view = await openDialog(owner, { community })
    const failing = interceptRequests(
      /community_groups\?id=eq/,
      () => new Response('{}', { status: 500 }),
    )
    await deleteFirstGroup(view)
    expect(await view.dialog.findByRole('alert')).toHaveTextContent('Failed to delete group')
    expect(getField(view, 'Group name 1')).toHaveValue('Beginners')
    expect(await readGroupNames(community.id)).toEqual(['Beginners'])
    failing.restore()
    await deleteFirstGroup(view)
    await waitFor(async () => expect(await readGroupNames(community.id)).toEqual([]))
  })

  /** Opens the dialog of a community whose groups cannot be loaded. */
  async function openWithoutGroups() {
    const community = await createWithGroups(['Beginners'])
    const failing = interceptRequests(
      /community_groups\?select/,
      () => new Response('{}', { status: 500 }),
    )
    const view = await openDialog(owner, { community })
    expect(await view.dialog.findByText('Failed to load groups')).toBeInTheDocument()
    return { view, failing }
  }

  test('that failed to load can be loaded again', async () => {
    const { view, failing } = await openWithoutGroups()
    await fillForm(view, { 'Community Name': 'Meanwhile' })
    failing.restore()
    await view.user.click(view.dialog.getByRole('button', { name: 'Try again' }))
    expect(await view.dialog.findByLabelText('Group name 1')).toHaveValue('Beginners')
    expect(getField(view, 'Community Name')).toHaveValue('Meanwhile')
  })

  test('that failed to load are loaded once the connection is back', async () => {
    const { view, failing } = await openWithoutGroups()
    failing.restore()
    window.dispatchEvent(new Event('offline'))
    window.dispatchEvent(new Event('online'))
    expect(await view.dialog.findByLabelText('Group name 1')).toHaveValue('Beginners')
  })

  test('that failed to save are saved by the next attempt', async () => {
    const community = await createCommunity(owner)
    const view = await openDialog(owner, { community })
    await fillForm(view, { 'Community Name': 'First half' })
    await view.user.click(await view.dialog.findByRole('button', { name: 'Add Group' }))
    await fillForm(view, { 'Group name 1': 'Trips' })
    const failing = interceptRequests(/community_groups/, () => new Response('{}', { status: 500 }))
    await save(view)
    expect(await view.dialog.findByRole('alert')).toHaveTextContent('Failed to update community')
    expect(getField(view, 'Group name 1')).toHaveValue('Trips')
    failing.restore()
    await save(view)
    await waitFor(() => expect(view.events).toContain('saved'))
    expect(await readCommunity(community.id)).toMatchObject({ name: 'First half' })
    expect(await readGroupNames(community.id)).toEqual(['Trips'])
  })

  test('are all saved by the next attempt if only some were saved', async () => {
    const community = await createCommunity(owner)
    const view = await openDialog(owner, { community })
    for (const [index, name] of ['Hikes', 'Trips'].entries()) {
      await view.user.click(await view.dialog.findByRole('button', { name: 'Add Group' }))
      await fillForm(view, { [`Group name ${index + 1}`]: name })
    }
    const failing = interceptRequests(/community_groups/, (forward) =>
      failing.count() === 1 ? forward() : new Response('{}', { status: 500 }),
    )
    await save(view)
    expect(await view.dialog.findByRole('alert')).toHaveTextContent('Failed to update community')
    failing.restore()
    expect(await readGroupNames(community.id)).toEqual(['Hikes'])
    await save(view)
    await waitFor(() => expect(view.events).toContain('saved'))
    expect(await readGroupNames(community.id)).toEqual(['Hikes', 'Trips'])
  })
})

describe('a draft of an edit', () => {
  test('is restored with its groups, and deleted on saving', async () => {
    const community = await createWithGroups(['Beginners'])
    const view = await openDialog(owner, { community })
    await view.user.click(await view.dialog.findByRole('button', { name: 'Add Group' }))
    await fillForm(view, {
      Description: 'Typed',
      'Group name 1': 'Starters',
      'Group name 2': 'Trips',
    })
    view.unmount()

    const again = await openDialog(owner, { community })
    expect(again.dialog.getByText('Draft restored')).toBeInTheDocument()
    expect(getField(again, 'Description')).toHaveValue('Typed')
    expect(await again.dialog.findByLabelText('Group name 1')).toHaveValue('Starters')
    expect(getField(again, 'Group name 2')).toHaveValue('Trips')
    await save(again)
    await waitFor(() => expect(again.events).toContain('saved'))
    expect(await readGroupNames(community.id)).toEqual(['Starters', 'Trips'])
    again.unmount()

    const third = await openDialog(owner, { community: await readCommunity(community.id) })
    expect(third.dialog.queryByText('Draft restored')).not.toBeInTheDocument()
    expect(getField(third, 'Description')).toHaveValue('Typed')
  })

  test('shows a warning if the community has changed, and keeps the newer values of other fields', async () => {
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

  test('can be discarded', async () => {
    const community = await createCommunity(owner)
    const view = await openDialog(owner, { community })
    await fillForm(view, { 'Community Name': 'Given up' })
    view.unmount()
    const again = await openDialog(owner, { community })
    expect(getField(again, 'Community Name')).toHaveValue('Given up')
    await again.user.click(again.dialog.getByRole('button', { name: 'Start over' }))
    expect(getField(again, 'Community Name')).toHaveValue(community.name)
    expect(again.dialog.queryByText('Draft restored')).not.toBeInTheDocument()
    again.unmount()
    const third = await openDialog(owner, { community })
    expect(getField(third, 'Community Name')).toHaveValue(community.name)
  })
})

test('the dialog reports that the session has ended and keeps the input', async () => {
  const community = await createCommunity(owner)
  const view = await openDialog(owner, { community })
  await fillForm(view, { 'Community Name': 'Typed before' })
  localStorage.clear()
  await save(view)
  const notice = await view.dialog.findByRole('alert')
  expect(notice).toHaveTextContent('Your session has ended. Sign in again')
  expect(getField(view, 'Community Name')).toHaveValue('Typed before')
  expect(await readCommunity(community.id)).toMatchObject({ name: community.name })
})

test('retrying a save whose response was lost causes no conflict', async () => {
  for (const status of ['pending', 'approved'] as const) {
    const community = await createCommunity(owner, { status })
    const view = await openDialog(owner, { community })
    await fillForm(view, { 'Community Name': 'Saved before' })
    const lost = loseResponses(/rest\/v1\/communities\?id/)
    await save(view)
    expect(await view.dialog.findByRole('alert')).toHaveTextContent(/couldn't reach the service/)
    lost.restore()
    await save(view)
    await waitFor(() => expect(view.events).toEqual(['saved', 'closed']))
    const { name, held_changes } = await readCommunity(community.id)
    expect({ name, held_changes }).toEqual(
      status === 'pending'
        ? { name: 'Saved before', held_changes: null }
        : { name: community.name, held_changes: { name: 'Saved before' } },
    )
    view.unmount()
  }
})

test('a failed refresh without a connection does not end the session', async () => {
  const community = await createCommunity(owner)
  const view = await openDialog(owner, { community })
  await fillForm(view, { 'Community Name': 'Typed before' })
  const stored = localStorage.getItem(sessionStorageKey) ?? ''
  localStorage.setItem(sessionStorageKey, JSON.stringify({ ...JSON.parse(stored), expires_at: 1 }))
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  interceptRequests(/auth\/v1\/token/, () => {
    // The client retries for 30 seconds.
    vi.setSystemTime(Date.now() + 31_000)
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  await save(view)
  expect(await view.dialog.findByRole('alert')).toHaveTextContent(/couldn't reach the service/)
  expect(getField(view, 'Community Name')).toHaveValue('Typed before')
  expect(localStorage.getItem(sessionStorageKey)).not.toBeNull()
  expect(await readCommunity(community.id)).toMatchObject({ name: community.name })
})

test("an admin sees that the form omits the owner's held changes", async () => {
  const community = await createCommunity(owner, { status: 'approved' })
  await owner.client.from('communities').update({ name: 'Held' }).eq('id', community.id)
  const view = await openDialog(admin, {
    community: await readCommunity(community.id),
    role: 'admin',
  })
  expect(getField(view, 'Community Name')).toHaveValue(community.name)
  expect(view.dialog.getByText(/doesn't contain the owner's new name/)).toBeInTheDocument()
  await fillForm(view, { 'Current Member Count': '99' })
  await save(view)
  await waitFor(() => expect(view.events).toContain('saved'))
  expect(await readCommunity(community.id)).toMatchObject({
    name: community.name,
    member_count: 99,
    held_changes: { name: 'Held' },
  })
})
