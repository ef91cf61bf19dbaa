import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { addGroup, readCommunity } from '../../support/communities.ts'
import { uploadVersions } from '../../support/images.ts'
import { expectToast, findRow, openApp } from '../whole-app.tsx'
import {
  admin,
  clearQueue,
  createListed,
  createOldest,
  declineWithReason,
  findRegion,
  openEntry,
  openInQueue,
  owner,
  passDoublePress,
  uniqueName,
  updateCommunity,
} from './queue.ts'

afterEach(clearQueue)

/** Opens a region with changes, and returns a function that reads all values of a version. */
async function findChanges(name: string) {
  const region = await findRegion(name)
  const readVersion = (version: string) =>
    region
      .getAllByText(version, { selector: 'p' })
      .map(({ parentElement }) => parentElement?.textContent)
      .join()
  return { region, readVersion }
}

test('values and groups that changed together are compared, accepted with one A, and declined with one R', async () => {
  const { id, name } = await createListed('Approved')
  const { full, small } = await uploadVersions(owner)
  const changes = { name: uniqueName('Renamed'), image_url: full.url }
  await updateCommunity(owner.client, id, changes)
  await addGroup(owner, id, 'Buy my course').throwOnError()
  const user = await openInQueue(changes.name, name)
  const { region, readVersion } = await findChanges('Changes')
  expect(readVersion('Approved')).toContain(name)
  expect(readVersion('Approved')).not.toContain('Buy my course')
  expect(readVersion('Proposed')).toContain(changes.name)
  expect(readVersion('Proposed')).toContain('Buy my course')
  // Both sizes, because they may show different images.
  const sourceOf = (image: string) => region.getByRole('img', { name: image }).getAttribute('src')
  expect(sourceOf('Image, Proposed')).toBe(full.url)
  expect(sourceOf('Image, Proposed, on cards')).toBe(small.url)

  await user.keyboard('a')
  await expectToast('Changes accepted successfully')
  const none = { held_changes: null, groups_changed_at: null }
  const accepted = { ...none, ...changes, approved_groups: [{ name: 'Buy my course' }] }
  expect(await readCommunity(id)).toMatchObject(accepted)
  await user.keyboard('u')
  await expectToast('Decision undone')
  const undone = await readCommunity(id)
  expect(undone).toMatchObject({ name, held_changes: changes })
  expect(undone.groups_changed_at).not.toBeNull()
  await openEntry(user, changes.name, name)
  await declineWithReason(user, 'Decline changes', 6)
  await expectToast('Changes declined successfully')
  const rejection_reason = 'The changes advertise something else.'
  const declined = { ...none, name, approved_groups: [], rejection_reason }
  expect(await readCommunity(id)).toMatchObject(declined)
  cleanup()
  await openApp(owner, '/profile')
  const row = await findRow(name)
  expect(row.getByText('Your last changes were declined')).toBeVisible()
  expect(row.getByText(rejection_reason)).toBeVisible()
})

test('changes are not accepted if the owner has changed them since the reviewer saw them', async () => {
  const [held, grouped] = [await createListed('Held'), await createListed('Grouped')]
  await updateCommunity(owner.client, held.id, { description: 'As it should be.' })
  await addGroup(owner, grouped.id, 'Early birds').throwOnError()
  const user = await openInQueue(held.name)
  await updateCommunity(owner.client, held.id, { description: 'Buy my course.' })
  await user.click(screen.getByRole('button', { name: /^Accept changes/ }))
  await expectToast(/^Failed to accept changes: This community was changed by someone else/)
  const kept = { description: held.description, held_changes: { description: 'Buy my course.' } }
  expect(await readCommunity(held.id)).toMatchObject(kept)
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
  await openEntry(user, grouped.name)
  passDoublePress()
  await addGroup(owner, grouped.id, 'Buy my course').throwOnError()
  await user.click(screen.getByRole('button', { name: /^Accept changes/ }))
  await expectToast(/^Failed to accept changes: The groups were changed again in the meantime/)
  expect((await readCommunity(grouped.id)).groups_changed_at).not.toBeNull()
})

test('a resubmitted community shows why it was rejected and what changed since', async () => {
  const { id, name } = await createOldest({ description: 'Buy now.' })
  const rejection_reason = 'This is an advertisement.'
  await updateCommunity(admin.client, id, { status: 'rejected', rejection_reason })
  await updateCommunity(owner.client, id, { description: 'We walk together.' })
  await openInQueue(name)
  const { region, readVersion } = await findChanges('Changed since it was rejected')
  expect(region.getByText(rejection_reason, { exact: false })).toBeVisible()
  expect(readVersion('Rejected')).toContain('Buy now.')
  expect(readVersion('Resubmitted')).toContain('We walk together.')
  expect(region.queryByText('Image')).toBeNull()
})
