import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { addGroup, readCommunity } from '../../support/communities.ts'
import { createSecretClient, createUser } from '../../support/users.ts'
import { interceptRequests } from '../requests.ts'
import { expectFocusKept, expectToast, returnToTab } from '../whole-app.tsx'
import {
  clearQueue,
  createListed,
  createOldest,
  findHeading,
  openEntry,
  openList,
  owner,
  statusOf,
  uniqueName,
  updateCommunity,
} from './queue.ts'

afterEach(clearQueue)

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const checkbox = ({ name }: { name: string }) =>
  screen.getByRole('checkbox', { name: `Select ${name}` })

/** Creates communities whose first names are given, the first of which is the first in the queue. */
async function createNamed(words: string[]) {
  const created = []
  // One after the other: each is newer than the one before.
  // oxlint-disable-next-line no-await-in-loop
  for (const word of words) created.push(await createOldest({ name: uniqueName(word) }))
  return created
}

/** Opens the last of these communities, and selects the others. */
async function selectAllButLast(communities: { name: string }[]) {
  const user = await openList()
  await openEntry(user, communities.at(-1)?.name ?? '')
  for (const community of communities.slice(0, -1)) {
    // oxlint-disable-next-line no-await-in-loop
    await user.click(checkbox(community))
  }
  return user
}

const reloadUntil = (expectReloaded: () => void) =>
  waitFor(() => {
    returnToTab()
    expectReloaded()
  })

test('A approves the selected communities, not the open one: once, four at a time, or none offline', async () => {
  const communities = await createNamed(['Ann', 'Ben', 'Cai', 'Dan', 'Eve', 'Fay'])
  const [ann, fay] = [communities[0]?.name ?? '', communities[5]?.name ?? '']
  const readStatuses = async () => (await Promise.all(communities.map(statusOf))).join(' ')
  const user = await selectAllButLast(communities)
  expect(button(/^Approve/)).toHaveAccessibleName(/^Approve 5 communities/)

  const offline = interceptRequests(/communities\?id=eq/, () => {
    throw new TypeError('Failed to fetch')
  })
  await user.keyboard('a')
  const report = await screen.findByRole('dialog', { name: "5 of 5 couldn't be approved" })
  const entries = within(report).getAllByRole('listitem')
  expect(entries.map(({ textContent }) => textContent)).toEqual(
    communities.slice(0, 5).map(({ name }) => expect.stringContaining(name)),
  )
  expect(entries[0]).toHaveTextContent(/We couldn't reach the service/)
  offline.restore()
  await user.keyboard('{Escape}')
  // The first of those that failed.
  await findHeading(ann)
  await openEntry(user, fay)

  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const saves = interceptRequests(/communities\?id=eq/, async (forward) => {
    await held
    return forward()
  })
  button(/^Approve 5 communities/).focus()
  // A second decision waits for the first instead of approving the open community.
  await user.keyboard('aaa')
  expect(button(/^Approve 5 communities/)).toHaveAttribute('aria-busy', 'true')
  await waitFor(() => expect(saves.count()).toBe(4))
  // Their checkboxes are disabled, and so is X.
  await user.click(button(new RegExp(`^${ann}`)))
  await user.keyboard('x')
  expect(checkbox({ name: ann })).toBeChecked()
  expect(checkbox({ name: ann })).toBeDisabled()
  release()
  await expectToast('5 communities approved successfully')
  expect(saves.count()).toBe(5)
  await expectFocusKept(/^Fay/)
  expect(await readStatuses()).toBe('approved approved approved approved approved pending')
  expect(button(/^Approve/)).toHaveAccessibleName(`Approve ${fay} A`)
  await user.click(button(/^Undo/))
  await expectToast('Decision undone')
  await expectFocusKept(/./)
  expect(await readStatuses()).toBe('pending pending pending pending pending pending')
})

test('R rejects exactly those selected when it was pressed, with one reason, and lists what failed', async () => {
  const [held, grouped] = [await createListed('Held'), await createListed('Grouped')]
  await updateCommunity(owner.client, held.id, { description: 'Buy my course.' })
  await addGroup(owner, grouped.id, 'Buy my course').throwOnError()
  const [fresh, decided, gone, open] = [
    await createOldest(),
    await createOldest(),
    await createOldest(),
    await createOldest(),
  ]
  const user = await selectAllButLast([held, grouped, fresh, decided, gone, open])
  await user.keyboard('r')
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject 5 communities' }))
  // Other admins decide two of them meanwhile.
  const second = await createUser({ admin: true })
  await updateCommunity(second.client, decided.id, { status: 'approved' })
  await createSecretClient().from('communities').delete().eq('id', gone.id).throwOnError()
  await reloadUntil(() =>
    expect(
      screen.queryByRole('checkbox', { name: `Select ${decided.name}`, hidden: true }),
    ).toBeNull(),
  )
  await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Advert.')
  await user.click(dialog.getByRole('button', { name: 'Reject' }))
  const report = within(await screen.findByRole('dialog', { name: "2 of 5 couldn't be rejected" }))
  expect(report.getByText('The other 3 were rejected.')).toBeVisible()
  const entry = ({ name }: { name: string }) => report.getByText(name).closest('li')
  expect(entry(decided)).toHaveTextContent('This community is already approved.')
  expect(entry(gone)).toHaveTextContent('This community no longer exists')
  const rejection_reason = 'Advert.'
  expect(await readCommunity(fresh.id)).toMatchObject({ status: 'rejected', rejection_reason })
  const kept = { status: 'approved', rejection_reason }
  expect(await readCommunity(held.id)).toMatchObject({ ...kept, held_changes: null })
  expect(await readCommunity(grouped.id)).toMatchObject({ ...kept, groups_changed_at: null })
  expect(await readCommunity(decided.id)).toMatchObject({ approved_by: second.id })
  expect(await statusOf(open)).toBe('pending')
})

test('a community that was decided meanwhile stays deselected, and without a selection A approves the open one', async () => {
  const communities = await createNamed(['Ann', 'Ben', 'Cai'])
  const [ann, ben, cai] = communities
  if (!ann || !ben || !cai) throw new Error('Three communities are needed')
  const user = await selectAllButLast(communities)
  for (const status of ['approved', 'pending'] as const) {
    // oxlint-disable-next-line no-await-in-loop
    await updateCommunity(createSecretClient(), ann.id, { status })
    // oxlint-disable-next-line no-await-in-loop
    await reloadUntil(() => {
      const selectAnn = screen.queryByRole('checkbox', { name: `Select ${ann.name}` })
      expect(selectAnn === null).toBe(status === 'approved')
      expect(button(/^Approve/)).toHaveAccessibleName(`Approve ${ben.name} A`)
    })
  }
  expect(checkbox(ann)).not.toBeChecked()
  await user.click(button('Clear selection'))
  expect(button(/^Approve/)).toHaveAccessibleName(`Approve ${cai.name} A`)
  // Keys in the open account menu decide nothing: a decision would show the next community at once.
  await user.click(button(/^Account menu/))
  await user.keyboard('a{Escape}')
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent(cai.name)
  await user.keyboard('a')
  await expectToast('Community approved successfully')
  expect(await Promise.all(communities.map(statusOf))).toEqual(['pending', 'pending', 'approved'])
})
