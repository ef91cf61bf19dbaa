import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createCommunity } from '../../support/communities.ts'
import { type TestUser, createSecretClient, createUser } from '../../support/users.ts'
import { interceptRequests } from '../session/app.tsx'
import { expectToast, openApp } from '../whole-app.tsx'
import { clearQueue, createOldest, onView, openInQueue, region, reread } from './desk.ts'

let admin: TestUser
let owner: TestUser

beforeEach(async () => {
  ;[admin, owner] = await Promise.all([
    createUser({ admin: true, name: 'Site Admin' }),
    createUser({ name: 'Community Owner' }),
  ])
})
afterEach(() => clearQueue(owner))

const unique = (name: string) => `${name} ${crypto.randomUUID()}`

/** An approved community whose owner edited it, on view in the queue. */
async function openHeld(changes: { name?: string; description?: string }) {
  const name = unique('Approved')
  const community = await createCommunity(owner, {
    name,
    description: 'As it was.',
    status: 'approved',
  })
  await owner.client.from('communities').update(changes).eq('id', community.id).throwOnError()
  const user = await openInQueue(admin, changes.name ?? name)
  await onView(name)
  return { user, community, name }
}

describe('groups of an approved community', () => {
  /** An approved community with one group, to which its owner has added another. */
  async function openChanged() {
    const name = unique('Grouped')
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
    await onView(name)
    return { user, community, add }
  }

  test('come back for review when they change, and are confirmed with one key', async () => {
    const { user, community } = await openChanged()
    const changed = await region('Groups changed since approval')
    const approved = changed.getByText('Approved', { selector: 'p' }).parentElement
    expect(approved).toHaveTextContent('Early birds')
    expect(approved).not.toHaveTextContent('Buy my course')
    expect(changed.getByText('Now', { selector: 'p' }).parentElement).toHaveTextContent(
      'Buy my course',
    )
    await user.keyboard('a')
    await expectToast('Groups confirmed successfully')
    expect(await reread(community.id)).toMatchObject({
      status: 'approved',
      groups_changed_at: null,
      approved_groups: [{ name: 'Buy my course' }, { name: 'Early birds' }],
    })
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
  })

  test('that changed again since they were looked at are not confirmed', async () => {
    const { user, community, add } = await openChanged()
    await region('Groups changed since approval')
    await add('And another')
    await user.click(screen.getByRole('button', { name: /^Confirm groups/ }))
    await expectToast(/^Failed to confirm groups: The groups were changed again in the meantime/)
    const { groups_changed_at } = (await reread(community.id)) ?? {}
    expect(groups_changed_at).not.toBeNull()
  })

  test('cannot be rejected, because they are live: the key opens the community', async () => {
    const { user } = await openChanged()
    expect(screen.queryByRole('button', { name: /^Reject/ })).toBeNull()
    await user.keyboard('r')
    expect(await screen.findByRole('dialog', { name: 'Edit Community' })).toBeVisible()
  })
})

describe('changes of an approved community', () => {
  test('stand beside what is live, and go live when they are accepted', async () => {
    const renamed = unique('Renamed')
    const { user, community, name } = await openHeld({ name: renamed })
    const changes = await region('Changes')
    const approved = await changes.findByText('Approved', { selector: 'p' })
    expect(approved.parentElement).toHaveTextContent(name)
    expect(changes.getByText('Proposed', { selector: 'p' }).parentElement).toHaveTextContent(
      renamed,
    )
    await user.click(screen.getByRole('button', { name: /^Accept changes/ }))
    await expectToast('Changes accepted successfully')
    expect(await reread(community.id)).toMatchObject({
      name: renamed,
      status: 'approved',
      held_changes: null,
    })
  })

  test('are gone when they are declined, and back when that is undone', async () => {
    const { user, community, name } = await openHeld({ description: 'As it should be.' })
    await user.keyboard('r')
    await expectToast('Changes declined successfully')
    expect(await reread(community.id)).toMatchObject({ name, held_changes: null })
    await user.keyboard('u')
    await expectToast('Decision undone')
    expect(await reread(community.id)).toMatchObject({
      description: 'As it was.',
      held_changes: { description: 'As it should be.' },
    })
  })
})

test('a resubmitted community shows why it was rejected and what changed since', async () => {
  const name = unique('Second try')
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
  await onView(name)
  const changed = await region('Changed since it was rejected')
  expect(changed.getByText('This is an advertisement.', { exact: false })).toBeVisible()
  expect(changed.getByText('Rejected').parentElement).toHaveTextContent('Buy now.')
  expect(changed.getByText('Resubmitted').parentElement).toHaveTextContent('We walk together.')
  expect(changed.queryByText('Image')).toBeNull()
})

describe('many at once', () => {
  const openList = async (names: string[]) => {
    const communities = await Promise.all(names.map((name) => createOldest(owner, { name })))
    const user = await openApp(admin, '/admin?view=queue&as=list')
    for (const name of names) {
      await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
    }
    expect(screen.getByText(`${names.length} selected`)).toBeVisible()
    return { user, communities }
  }

  test('are approved once, also with a double click, and all of it can be undone', async () => {
    const { user, communities } = await openList([unique('A'), unique('B'), unique('C')])
    await user.dblClick(screen.getByRole('button', { name: 'Approve 3' }))
    await expectToast('3 communities approved successfully')
    expect(screen.queryByRole('dialog')).toBeNull()
    const states = async () =>
      (await Promise.all(communities.map(({ id }) => reread(id)))).map((row) => row?.status)
    expect(await states()).toEqual(['approved', 'approved', 'approved'])
    await user.click(screen.getByRole('button', { name: /^Undo/ }))
    await expectToast('Decision undone')
    expect(await states()).toEqual(['pending', 'pending', 'pending'])
  })

  test('are saved four at a time', async () => {
    const { user } = await openList(['A', 'B', 'C', 'D', 'E', 'F'].map(unique))
    let inFlight = 0
    let most = 0
    interceptRequests(/communities\?id=eq/, async (passOn) => {
      inFlight += 1
      most = Math.max(most, inFlight)
      const response = await passOn()
      inFlight -= 1
      return response
    })
    await user.click(screen.getByRole('button', { name: 'Approve 6' }))
    await expectToast('6 communities approved successfully')
    expect(most).toBe(4)
  })

  test('are rejected with one reason', async () => {
    const { user, communities } = await openList([unique('A'), unique('B')])
    await user.click(screen.getByRole('button', { name: 'Reject 2' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject 2 communities' }))
    await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Not for travellers.')
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    await expectToast('2 communities rejected successfully')
    for (const { id } of communities) {
      expect(await reread(id)).toMatchObject({
        status: 'rejected',
        rejection_reason: 'Not for travellers.',
      })
    }
  })

  test('report which failed and why', async () => {
    const names = [unique('Fine'), unique('Decided elsewhere'), unique('Gone')]
    const { user, communities } = await openList(names)
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
    await user.click(screen.getByRole('button', { name: 'Approve 3' }))
    const report = within(
      await screen.findByRole('dialog', { name: "2 of 3 couldn't be approved" }),
    )
    expect(report.getByText('One other was approved.')).toBeVisible()
    const entries = report.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(entries).toEqual([names[1], names[2]].map((name) => expect.stringContaining(name ?? '')))
    expect(report.getByText(names[1] ?? '').closest('li')).toHaveTextContent(
      'This community is already rejected.',
    )
    expect(report.getByText(names[2] ?? '').closest('li')).toHaveTextContent(
      'This community no longer exists',
    )
    expect(await reread(fine?.id ?? '')).toMatchObject({ status: 'approved' })
    expect(await reread(decided?.id ?? '')).toMatchObject({
      status: 'rejected',
      approved_by: second.id,
    })
  })
})
