import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, onTestFinished } from 'vitest'
import { doublePressMs } from '../../../src/features/moderation/queue/double-press.ts'
import type { Enums, TablesInsert, TablesUpdate } from '../../../src/supabase/database.types.ts'
import { createCommunity, newCommunity, readCommunity } from '../../support/communities.ts'
import { type Client, createSecretClient, createUser } from '../../support/users.ts'
import { openApp } from '../whole-app.tsx'

/** The users of most tests of the admin screen. `clearQueue` deletes the communities of this owner. */
export const [admin, owner] = await Promise.all([
  createUser({ admin: true, name: 'Site Admin' }),
  createUser({ name: 'Community Owner' }),
])

let count = 0

export const uniqueName = (name: string) => `${name} ${crypto.randomUUID()}`

/** Creates a community with the earliest date, so that it is first in the queue. */
export async function createOldest(changes: Partial<TablesInsert<'communities'>> = {}) {
  count += 1
  const created_at = new Date(Date.UTC(2001, 0, 1, 0, 0, count)).toISOString()
  const row = { name: uniqueName('Waiting'), owner_id: owner.id, created_at, ...changes }
  const inserted = createSecretClient().from('communities').insert(newCommunity(row)).select()
  return (await inserted.single().throwOnError()).data
}

/** Creates the first three communities of the queue. */
export const createThree = async () => ({
  first: await createOldest(),
  second: await createOldest(),
  third: await createOldest(),
})

/** Creates many communities with the earliest dates, the first of which is the oldest. */
export async function createMany(names: string[]): Promise<void> {
  const rows = names.map((name, index) => ({
    ...newCommunity({ name, owner_id: owner.id }),
    created_at: new Date(Date.UTC(2001, 0, 1, 0, index)).toISOString(),
  }))
  await createSecretClient().from('communities').insert(rows).throwOnError()
}

/** Creates an approved community. */
export const createListed = (word = 'Listed') =>
  createCommunity(owner, { name: uniqueName(word), status: 'approved' })

export const statusOf = async ({ id }: { id: string }) => (await readCommunity(id)).status

type Report = { name?: string; reason?: Enums<'report_reason'>; comment?: string }

/** Lets a user report a community. */
export async function report(community_id: string, { name, reason, comment = '' }: Report = {}) {
  const { client } = await createUser({ name: name ?? 'Vera Visitor' })
  const args = { community_id, reason: reason ?? 'spam', comment }
  await client.rpc('report_community', args).throwOnError()
}

export const updateCommunity = (client: Client, id: string, changes: TablesUpdate<'communities'>) =>
  client.from('communities').update(changes).eq('id', id).throwOnError()

/** Removes a test's communities from the queue. */
export async function clearQueue(): Promise<void> {
  await createSecretClient().from('communities').delete().eq('owner_id', owner.id).throwOnError()
}

/** Lets the time pass in which a press counts as the second one of a double click. */
export function passDoublePress(): void {
  const now = performance.now.bind(performance)
  performance.now = () => now() + doublePressMs
  onTestFinished(() => {
    performance.now = now
  })
}

/** Waits until the review panel shows a community. */
export const findHeading = (name: string) => screen.findByRole('heading', { name, level: 2 })

export async function findRegion(name: string) {
  return within(await screen.findByRole('region', { name }))
}

/** Makes the window as narrow as a phone, or as wide as a desktop, until the end of the test. */
function setWindow(isWide: boolean): void {
  const matchMedia = window.matchMedia.bind(window)
  window.matchMedia = (query) =>
    Object.defineProperty(matchMedia(query), 'matches', { value: isWide })
  onTestFinished(() => {
    window.matchMedia = matchMedia
  })
}

/** Chooses an item of the menu of the current community. */
export async function openMenu(user: UserEvent, item: string) {
  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.click(screen.getByRole('menuitem', { name: new RegExp(`^${item}`) }))
}

export const narrowWindow = () => setWindow(false)
export const widenWindow = () => setWindow(true)

/** Opens the queue, whose first community is given. */
export async function openQueue(first: { name: string }) {
  const user = await openApp(admin, '/admin?view=queue')
  await findHeading(first.name)
  return user
}

/**
 * Opens a community in the list of the queue, loading more than the pending communities of other tests.
 *
 * @param heading its approved name, if its owner has changed it
 */
export async function openEntry(user: UserEvent, shown: string, heading = shown) {
  const entries = await screen.findByRole('list', { name: 'Waiting for review' })
  for (;;) {
    const entry = within(entries).queryByText(shown)
    if (entry) {
      await user.click(entry)
      return findHeading(heading)
    }
    const shownCount = within(entries).getAllByRole('listitem').length
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    await waitFor(() =>
      expect(within(entries).getAllByRole('listitem').length).toBeGreaterThan(shownCount),
    )
  }
}

/** Opens the queue with its list. */
export const openList = () => openApp(admin, '/admin?view=queue&as=list')

/** Opens the queue with a community that need not be its first. */
export async function openInQueue(shown: string, heading = shown) {
  const user = await openList()
  await openEntry(user, shown, heading)
  return user
}

/** Presses R, and gives a common reason in the dialog. */
export async function declineWithReason(user: UserEvent, title: string, number = 1) {
  await user.keyboard('r')
  await screen.findByRole('dialog', { name: title })
  await user.keyboard(`${number}{Enter}`)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}
