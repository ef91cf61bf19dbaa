import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createCommunity, decideHeldChanges, readCommunity } from '../../support/communities.ts'
import { createSecretClient, createUser, type TestUser } from '../../support/users.ts'
import { interceptRequests } from '../requests.ts'
import { expectToast, openApp } from '../whole-app.tsx'
import {
  clearQueue,
  createOldest,
  findHeading,
  findRegion,
  openInQueue,
  uniqueName,
} from './queue.ts'

let admin: TestUser
let owner: TestUser

beforeEach(async () => {
  ;[admin, owner] = await Promise.all([
    createUser({ admin: true, name: 'Site Admin' }),
    createUser({ name: 'Community Owner' }),
  ])
})
afterEach(() => clearQueue(owner))

/** Opens, in the queue, an approved community that its owner has edited. */
async function openHeldChanges(changes: { name?: string; description?: string }) {
  const name = uniqueName('Approved')
  const community = await createCommunity(owner, {
    name,
    description: 'As it was.',
    status: 'approved',
  })
  await owner.client.from('communities').update(changes).eq('id', community.id).throwOnError()
  const user = await openInQueue(admin, changes.name ?? name)
  await findHeading(name)
  return { user, community, name }
}

describe('changed groups of an approved community', () => {
  /** Opens an approved community to which its owner has added a second group. */
  async function openChangedGroups() {
    const name = uniqueName('Grouped')
    const community = await createCommunity(owner, { name })
    const add = (group: string) =>
      owner.client
        .from('community_groups')
        .insert({ community_id: community.id, name: group })
        .throwOnError()
    await add('Early birds')
    await admin.client
      .from('communities')
      .update({ status: 'approved' })
      .eq('id', community.id)
      .throwOnError()
    await add('Buy my course')
    const user = await openInQueue(admin, name)
    await findHeading(name)
    return { user, community, add }
  }

  test('appear in the queue and are confirmed with A', async () => {
    const { user, community } = await openChangedGroups()
    const changed = await findRegion('Groups changed since approval')
    const approved = changed.getByText('Approved', { selector: 'p' }).parentElement
    expect(approved).toHaveTextContent('Early birds')
    expect(approved).not.toHaveTextContent('Buy my course')
    expect(changed.getByText('Now', { selector: 'p' }).parentElement).toHaveTextContent(
      'Buy my course',
    )
    await user.keyboard('a')
    await expectToast('Groups confirmed successfully')
    expect(await readCommunity(community.id)).toMatchObject({
      status: 'approved',
      groups_changed_at: null,
      approved_groups: [{ name: 'Buy my course' }, { name: 'Early birds' }],
    })
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
  })

  test('are not confirmed if they have changed again since the reviewer saw them', async () => {
    const { user, community, add } = await openChangedGroups()
    await findRegion('Groups changed since approval')
    await add('And another')
    await user.click(screen.getByRole('button', { name: /^Confirm groups/ }))
    await expectToast(/^Failed to confirm groups: The groups were changed again in the meantime/)
    const { groups_changed_at } = await readCommunity(community.id)
    expect(groups_changed_at).not.toBeNull()
  })

  test('cannot be rejected: R opens the editor', async () => {
    const { user } = await openChangedGroups()
    expect(screen.queryByRole('button', { name: /^Reject/ })).toBeNull()
    await user.keyboard('r')
    expect(await screen.findByRole('dialog', { name: 'Edit Community' })).toBeVisible()
  })
})

describe('held changes of an approved community', () => {
  test('are shown beside the live version, and go live when accepted', async () => {
    const renamed = uniqueName('Renamed')
    const { user, community, name } = await openHeldChanges({ name: renamed })
    const changes = await findRegion('Changes')
    const approved = await changes.findByText('Approved', { selector: 'p' })
    expect(approved.parentElement).toHaveTextContent(name)
    expect(changes.getByText('Proposed', { selector: 'p' }).parentElement).toHaveTextContent(
      renamed,
    )
    await user.click(screen.getByRole('button', { name: /^Accept changes/ }))
    await expectToast('Changes accepted successfully')
    expect(await readCommunity(community.id)).toMatchObject({
      name: renamed,
      status: 'approved',
      held_changes: null,
    })
  })

  test('are discarded when declined and restored by undo', async () => {
    const { user, community, name } = await openHeldChanges({ description: 'As it should be.' })
    await user.keyboard('r')
    await expectToast('Changes declined successfully')
    expect(await readCommunity(community.id)).toMatchObject({ name, held_changes: null })
    await user.keyboard('u')
    await expectToast('Decision undone')
    expect(await readCommunity(community.id)).toMatchObject({
      description: 'As it was.',
      held_changes: { description: 'As it should be.' },
    })
  })
})

describe('held changes that are no longer what the reviewer saw', () => {
  test.each<
    [string, (id: string, second: TestUser) => PromiseLike<unknown>, RegExp, object | null]
  >([
    [
      'because the owner changed them again are not accepted',
      (id) =>
        owner.client
          .from('communities')
          .update({ description: 'Buy my course.' })
          .eq('id', id)
          .throwOnError(),
      /^Failed to accept changes: This community was changed by someone else/,
      { description: 'Buy my course.' },
    ],
    [
      'because another admin declined them are not accepted',
      (id, second) => decideHeldChanges(second, id, 'decline'),
      /^Failed to accept changes: This community has no changes waiting for review\.$/,
      null,
    ],
  ])('%s', async (_why, change, toast, held_changes) => {
    const { user, community } = await openHeldChanges({ description: 'As it should be.' })
    await change(community.id, await createUser({ admin: true }))
    await user.click(screen.getByRole('button', { name: /^Accept changes/ }))
    await expectToast(toast)
    expect(await readCommunity(community.id)).toMatchObject({
      description: 'As it was.',
      held_changes,
    })
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
  })
})

test('a resubmitted community shows why it was rejected and what changed since', async () => {
  const name = uniqueName('Second try')
  const community = await createOldest(owner, { name, description: 'Buy now.' })
  await admin.client
    .from('communities')
    .update({ status: 'rejected', rejection_reason: 'This is an advertisement.' })
    .eq('id', community.id)
    .throwOnError()
  await owner.client
    .from('communities')
    .update({ description: 'We walk together.' })
    .eq('id', community.id)
    .throwOnError()
  await openApp(admin, '/admin?view=queue')
  await findHeading(name)
  const changed = await findRegion('Changed since it was rejected')
  expect(changed.getByText('This is an advertisement.', { exact: false })).toBeVisible()
  expect(changed.getByText('Rejected').parentElement).toHaveTextContent('Buy now.')
  expect(changed.getByText('Resubmitted').parentElement).toHaveTextContent('We walk together.')
  expect(changed.queryByText('Image')).toBeNull()
})

describe('selected communities', () => {
  const openSelected = async (names: string[]) => {
    const communities = await Promise.all(names.map((name) => createOldest(owner, { name })))
    const user = await openApp(admin, '/admin?view=queue&as=list')
    for (const name of names) {
      await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
    }
    expect(screen.getByText(`${names.length} selected`)).toBeVisible()
    return { user, communities }
  }

  test('are approved once despite a double click, and all are restored by undo', async () => {
    const { user, communities } = await openSelected([
      uniqueName('A'),
      uniqueName('B'),
      uniqueName('C'),
    ])
    await user.dblClick(screen.getByRole('button', { name: /^Approve 3 communities/ }))
    await expectToast('3 communities approved successfully')
    expect(screen.queryByRole('dialog')).toBeNull()
    const states = async () =>
      (await Promise.all(communities.map(({ id }) => readCommunity(id)))).map(
        ({ status }) => status,
      )
    expect(await states()).toEqual(['approved', 'approved', 'approved'])
    await user.click(screen.getByRole('button', { name: /^Undo/ }))
    await expectToast('Decision undone')
    expect(await states()).toEqual(['pending', 'pending', 'pending'])
  })

  test('are saved four at a time', async () => {
    const { user } = await openSelected(['A', 'B', 'C', 'D', 'E', 'F'].map(uniqueName))
    let inFlight = 0
    let most = 0
    interceptRequests(/communities\?id=eq/, async (forward) => {
      inFlight += 1
      most = Math.max(most, inFlight)
      const response = await forward()
      inFlight -= 1
      return response
    })
    await user.click(screen.getByRole('button', { name: /^Approve 6 communities/ }))
    await expectToast('6 communities approved successfully')
    expect(most).toBe(4)
  })

  test('are rejected with one reason', async () => {
    const { user, communities } = await openSelected([uniqueName('A'), uniqueName('B')])
    await user.click(screen.getByRole('button', { name: /^Reject 2 communities/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject 2 communities' }))
    await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Not for travellers.')
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    await expectToast('2 communities rejected successfully')
    for (const { id } of communities) {
      expect(await readCommunity(id)).toMatchObject({
        status: 'rejected',
        rejection_reason: 'Not for travellers.',
      })
    }
  })

  test('that cannot be saved are listed with the reason', async () => {
    const names = [uniqueName('Fine'), uniqueName('Already decided'), uniqueName('Gone')]
    const { user, communities } = await openSelected(names)
    const [fine, decided, gone] = communities
    const second = await createUser({ admin: true })
    await second.client
      .from('communities')
      .update({ status: 'rejected' })
      .eq('id', decided?.id ?? '')
      .throwOnError()
    await createSecretClient()
      .from('communities')
      .delete()
      .eq('id', gone?.id ?? '')
      .throwOnError()
    await user.click(screen.getByRole('button', { name: /^Approve 3 communities/ }))
    const report = within(
      await screen.findByRole('dialog', { name: "2 of 3 couldn't be approved" }),
    )
    expect(report.getByText('One other was approved.')).toBeVisible()
    expect(report.getAllByRole('listitem')).toHaveLength(2)
    expect(report.getByText(names[1] ?? '').closest('li')).toHaveTextContent(
      'This community is already rejected.',
    )
    expect(report.getByText(names[2] ?? '').closest('li')).toHaveTextContent(
      'This community no longer exists',
    )
    expect(await readCommunity(fine?.id ?? '')).toMatchObject({ status: 'approved' })
    expect(await readCommunity(decided?.id ?? '')).toMatchObject({
      status: 'rejected',
      approved_by: second.id,
    })
  })
})
