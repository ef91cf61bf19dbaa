import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, onTestFinished } from 'vitest'
import { doublePressMs } from '../../../src/features/moderation/queue/double-press.ts'
import type { TablesInsert, TablesUpdate } from '../../../src/supabase/database.types.ts'
import { createCommunity, readCommunity } from '../../support/communities.ts'
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
  const { id } = await createCommunity(owner, { name: uniqueName('Waiting'), ...changes })
  count += 1
  const created_at = new Date(Date.UTC(2001, 0, 1, 0, 0, count)).toISOString()
  await updateCommunity(createSecretClient(), id, { created_at })
  return readCommunity(id)
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

/** Opens a community in the queue, loading more than the pending communities of other tests. */
export async function openInQueue(shown: string) {
  const user = await openApp(admin, '/admin?view=queue&as=list')
  const entries = await screen.findByRole('list', { name: 'Waiting for review' })
  for (;;) {
    const entry = within(entries).queryByText(shown)
    if (entry) {
      await user.click(entry)
      return user
    }
    const shownCount = within(entries).getAllByRole('listitem').length
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    await waitFor(() =>
      expect(within(entries).getAllByRole('listitem').length).toBeGreaterThan(shownCount),
    )
  }
}
