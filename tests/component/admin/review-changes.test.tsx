import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { addGroup, createCommunity, readCommunity } from '../../support/communities.ts'
import { uploadVersions } from '../../support/images.ts'
import { createSecretClient, createUser } from '../../support/users.ts'
import { interceptRequests } from '../requests.ts'
import { expectFocusKept, expectToast, openApp } from '../whole-app.tsx'
import {
  admin,
  clearQueue,
  createOldest,
  findHeading,
  findRegion,
  openInQueue,
  openQueue,
  owner,
  uniqueName,
  updateCommunity,
} from './queue.ts'

afterEach(clearQueue)

describe('changed groups of an approved community', () => {
  /** Opens an approved community to which its owner has added a second group. */
  async function openChangedGroups() {
    const { id, name } = await createCommunity(owner, { name: uniqueName('Grouped') })
    const add = (group: string) =>
      owner.client.from('community_groups').insert({ community_id: id, name: group }).throwOnError()
    await add('Early birds')
    await updateCommunity(admin.client, id, { status: 'approved' })
    await add('Buy my course')
    const user = await openInQueue(name)
    await findHeading(name)
    return { user, id, add, changed: await findRegion('Changes') }
  }

  test('appear in the queue and are accepted with A', async () => {
    const { user, id, changed } = await openChangedGroups()
    const approved = changed.getByText('Approved', { selector: 'p' }).parentElement
    expect(approved).toHaveTextContent('Early birds')
    expect(approved).not.toHaveTextContent('Buy my course')
    expect(changed.getByText('Proposed', { selector: 'p' }).parentElement).toHaveTextContent(
      'Buy my course',
    )
    await user.keyboard('a')
    await expectToast('Changes accepted successfully')
    expect(await readCommunity(id)).toMatchObject({
      status: 'approved',
      groups_changed_at: null,
      approved_groups: [{ name: 'Buy my course' }, { name: 'Early birds' }],
    })
    await user.keyboard('u')
    await expectToast('Decision undone')
    expect((await readCommunity(id)).groups_changed_at).not.toBeNull()
  })

  test('are not accepted after another change', async () => {
    const { user, id, add } = await openChangedGroups()
    await add('And another')
    await user.click(screen.getByRole('button', { name: /^Accept changes/ }))
    await expectToast(/^Failed to accept changes: The groups were changed again in the meantime/)
    expect((await readCommunity(id)).groups_changed_at).not.toBeNull()
  })

  test('are declined with R and a common reason, and wait again after undo', async () => {
    const { user, id } = await openChangedGroups()
    const readGroups = async () => {
      const groups = createSecretClient().from('community_groups').select('name')
      const { data } = await groups.eq('community_id', id).order('name').throwOnError()
      return data.map(({ name }) => name)
    }
    await user.keyboard('r')
    await screen.findByRole('dialog', { name: 'Decline changes' })
    await user.keyboard('5{Enter}')
    await expectToast('Changes declined successfully')
    expect(await readGroups()).toEqual(['Early birds'])
    expect(await readCommunity(id)).toMatchObject({
      groups_changed_at: null,
      rejection_reason: 'The new groups do not belong to this community.',
    })
    await user.keyboard('u')
    await expectToast('Decision undone')
    expect(await readGroups()).toEqual(['Buy my course', 'Early birds'])
    expect((await readCommunity(id)).groups_changed_at).not.toBeNull()
  })
})

describe('values and groups that changed together', () => {
  async function openBoth() {
    const name = uniqueName('Both')
    const { id } = await createCommunity(owner, { name, status: 'approved' })
    await updateCommunity(owner.client, id, { description: 'As it should be.' })
    await addGroup(owner, id, 'Buy my course').throwOnError()
    const user = await openInQueue(name)
    await findHeading(name)
    const changes = await findRegion('Changes')
    // One diff.
    expect(changes.getByText('Description', { selector: 'dt' })).toBeVisible()
    expect(changes.getByText('WhatsApp groups', { selector: 'dt' })).toBeVisible()
    return { user, id }
  }

  test('are accepted with one A, and wait again after one U', async () => {
    const { user, id } = await openBoth()
    await user.keyboard('a')
    await expectToast('Changes accepted successfully')
    const none = { held_changes: null, groups_changed_at: null }
    expect(await readCommunity(id)).toMatchObject({ ...none, description: 'As it should be.' })
    await user.keyboard('u')
    await expectToast('Decision undone')
    const after = await readCommunity(id)
    expect(after.held_changes).toEqual({ description: 'As it should be.' })
    expect(after.groups_changed_at).not.toBeNull()
  })

  test('are declined with one R and one reason', async () => {
    const { user, id } = await openBoth()
    await user.keyboard('r')
    await screen.findByRole('dialog', { name: 'Decline changes' })
    await user.keyboard('6{Enter}')
    await expectToast('Changes declined successfully')
    expect(await readCommunity(id)).toMatchObject({
      held_changes: null,
      groups_changed_at: null,
      approved_groups: [],
      rejection_reason: 'The changes advertise something else.',
    })
  })
})

describe('held changes of an approved community', () => {
  /** Opens, in the queue, an approved community that its owner has edited. */
  async function openHeldChanges(changes: Parameters<typeof updateCommunity>[2]) {
    const name = uniqueName('Approved')
    const approved = { name, description: 'As it was.', status: 'approved' } as const
    const { id } = await createCommunity(owner, approved)
    await updateCommunity(owner.client, id, changes)
    const user = await openInQueue(changes.name ?? name)
    await findHeading(name)
    return { user, id, name }
  }

  test('are shown beside the live version, and go live when accepted', async () => {
    const renamed = uniqueName('Renamed')
    const { user, id, name } = await openHeldChanges({ name: renamed })
    const changes = await findRegion('Changes')
    const approved = await changes.findByText('Approved', { selector: 'p' })
    expect(approved.parentElement).toHaveTextContent(name)
    expect(changes.getByText('Proposed', { selector: 'p' }).parentElement).toHaveTextContent(
      renamed,
    )
    await user.click(screen.getByRole('button', { name: /^Accept changes/ }))
    await expectToast('Changes accepted successfully')
    expect(await readCommunity(id)).toMatchObject({
      name: renamed,
      status: 'approved',
      held_changes: null,
    })
  })

  test('show an uploaded image in both versions, because they may differ', async () => {
    const { full, small } = await uploadVersions(owner)
    await openHeldChanges({ image_url: full.url })
    const changes = await findRegion('Changes')
    const sourceOf = (name: string) => changes.getByRole('img', { name }).getAttribute('src')
    expect(sourceOf('Image, Proposed')).toBe(full.url)
    expect(sourceOf('Image, Proposed, on cards')).toBe(small.url)
  })

  test('are discarded when declined and restored by undo', async () => {
    const { user, id, name } = await openHeldChanges({ description: 'As it should be.' })
    await user.keyboard('r')
    await screen.findByRole('dialog', { name: 'Decline changes' })
    await user.keyboard('6{Enter}')
    await expectToast('Changes declined successfully')
    const rejection_reason = 'The changes advertise something else.'
    expect(await readCommunity(id)).toMatchObject({ name, held_changes: null, rejection_reason })
    await user.keyboard('u')
    await expectToast('Decision undone')
    expect(await readCommunity(id)).toMatchObject({
      description: 'As it was.',
      held_changes: { description: 'As it should be.' },
    })
  })

  test('are not accepted if the owner has changed them since the reviewer saw them', async () => {
    const { user, id } = await openHeldChanges({ description: 'As it should be.' })
    await updateCommunity(owner.client, id, { description: 'Buy my course.' })
    await user.click(screen.getByRole('button', { name: /^Accept changes/ }))
    await expectToast(/^Failed to accept changes: This community was changed by someone else/)
    expect(await readCommunity(id)).toMatchObject({
      description: 'As it was.',
      held_changes: { description: 'Buy my course.' },
    })
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
  })
})

test('a resubmitted community shows why it was rejected and what changed since', async () => {
  const community = await createOldest({ description: 'Buy now.' })
  const rejection_reason = 'This is an advertisement.'
  await updateCommunity(admin.client, community.id, { status: 'rejected', rejection_reason })
  await updateCommunity(owner.client, community.id, { description: 'We walk together.' })
  await openQueue(community)
  const changed = await findRegion('Changed since it was rejected')
  expect(changed.getByText(rejection_reason, { exact: false })).toBeVisible()
  expect(changed.getByText('Rejected').parentElement).toHaveTextContent('Buy now.')
  expect(changed.getByText('Resubmitted').parentElement).toHaveTextContent('We walk together.')
  expect(changed.queryByText('Image')).toBeNull()
})

describe('selected communities', () => {
  /** Selects new communities in the queue. */
  async function openSelected(...names: string[]) {
    const communities = await Promise.all(names.map((name) => createOldest({ name })))
    const user = await openApp(admin, '/admin?view=queue&as=list')
    for (const name of names) {
      await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
    }
    expect(screen.getByText(`${names.length} selected`)).toBeVisible()
    const read = async (name: string) =>
      readCommunity(communities.find((community) => community.name === name)?.id ?? '')
    const readStatuses = async () => {
      const rows = await Promise.all(names.map(read))
      return new Set(rows.map(({ status }) => status))
    }
    return { user, read, readStatuses }
  }

  test('are approved once, four at a time, and all are restored by undo', async () => {
    const { user, readStatuses } = await openSelected(
      ...['A', 'B', 'C', 'D', 'E', 'F'].map(uniqueName),
    )
    let inFlight = 0
    let most = 0
    const saves = interceptRequests(/communities\?id=eq/, async (forward) => {
      inFlight += 1
      most = Math.max(most, inFlight)
      const response = await forward()
      inFlight -= 1
      return response
    })
    await user.dblClick(screen.getByRole('button', { name: /^Approve 6 communities/ }))
    await expectToast('6 communities approved successfully')
    expect([most, saves.count()]).toEqual([4, 6])
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await readStatuses()).toEqual(new Set(['approved']))
    await user.click(screen.getByRole('button', { name: /^Undo/ }))
    await expectToast('Decision undone')
    await expectFocusKept(/./)
    expect(await readStatuses()).toEqual(new Set(['pending']))
  })

  test('are rejected with one reason, which the owner of held changes reads, too', async () => {
    const [pending, held, grouped] = [uniqueName('New'), uniqueName('Held'), uniqueName('Grouped')]
    const { id } = await createCommunity(owner, { name: held, status: 'approved' })
    await updateCommunity(owner.client, id, { description: 'Buy my course.' })
    const other = await createCommunity(owner, { name: grouped, status: 'approved' })
    await addGroup(owner, other.id, 'Buy my course').throwOnError()
    const { user, read } = await openSelected(pending)
    for (const name of [held, grouped]) {
      await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
    }
    await user.keyboard('r')
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject 3 communities' }))
    await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Only advertising.')
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    await expectToast('3 communities rejected successfully')
    const rejection_reason = 'Only advertising.'
    expect(await read(pending)).toMatchObject({ status: 'rejected', rejection_reason })
    const kept = { status: 'approved', rejection_reason, held_changes: null }
    expect(await readCommunity(id)).toMatchObject(kept)
    expect(await readCommunity(other.id)).toMatchObject({ ...kept, groups_changed_at: null })
    // Beside the community, and in its form.
    cleanup()
    await openApp(owner, '/profile')
    const row = within(
      (await screen.findByRole('heading', { name: held })).closest('li') ?? document.body,
    )
    expect(row.getByText('Your last changes were declined')).toBeVisible()
    expect(row.getByText(rejection_reason)).toBeVisible()
  })

  test('that cannot be saved are listed with the reason', async () => {
    const [fine, decided, gone] = [uniqueName('Fine'), uniqueName('Decided'), uniqueName('Gone')]
    const { user, read } = await openSelected(fine, decided, gone)
    const second = await createUser({ admin: true })
    await updateCommunity(second.client, (await read(decided)).id, { status: 'rejected' })
    await createSecretClient().from('communities').delete().eq('name', gone).throwOnError()
    await user.click(screen.getByRole('button', { name: /^Approve 3 communities/ }))
    const report = within(
      await screen.findByRole('dialog', { name: "2 of 3 couldn't be approved" }),
    )
    expect(report.getByText('One other was approved.')).toBeVisible()
    expect(report.getAllByRole('listitem')).toHaveLength(2)
    const entry = (name: string) => report.getByText(name).closest('li')
    expect(entry(decided)).toHaveTextContent('This community is already rejected.')
    expect(entry(gone)).toHaveTextContent('This community no longer exists')
    expect(await read(fine)).toMatchObject({ status: 'approved' })
    expect(await read(decided)).toMatchObject({ status: 'rejected', approved_by: second.id })
  })
})
