import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { createCommunity, readCommunity } from '../../support/communities.ts'
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
    return { user, id, add, changed: await findRegion('Groups changed since approval') }
  }

  test('appear in the queue and are confirmed with A', async () => {
    const { user, id, changed } = await openChangedGroups()
    const approved = changed.getByText('Approved', { selector: 'p' }).parentElement
    expect(approved).toHaveTextContent('Early birds')
    expect(approved).not.toHaveTextContent('Buy my course')
    expect(changed.getByText('Now', { selector: 'p' }).parentElement).toHaveTextContent(
      'Buy my course',
    )
    await user.keyboard('a')
    await expectToast('Groups confirmed successfully')
    expect(await readCommunity(id)).toMatchObject({
      status: 'approved',
      groups_changed_at: null,
      approved_groups: [{ name: 'Buy my course' }, { name: 'Early birds' }],
    })
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
  })

  test('are not confirmed after another change', async () => {
    const { user, id, add } = await openChangedGroups()
    await add('And another')
    await user.click(screen.getByRole('button', { name: /^Confirm groups/ }))
    await expectToast(/^Failed to confirm groups: The groups were changed again in the meantime/)
    expect((await readCommunity(id)).groups_changed_at).not.toBeNull()
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
    await expectToast('Changes declined successfully')
    expect(await readCommunity(id)).toMatchObject({ name, held_changes: null })
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
