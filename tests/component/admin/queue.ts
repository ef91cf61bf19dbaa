import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import type { TablesInsert } from '../../../src/supabase/database.types.ts'
import { createCommunity } from '../../support/communities.ts'
import { createSecretClient, type TestUser } from '../../support/users.ts'
import { openApp } from '../whole-app.tsx'

let count = 0

export const uniqueName = (name: string) => `${name} ${crypto.randomUUID()}`

/** Creates a community with the earliest date, so that it is first in the queue. */
export async function createOldest(
  owner: TestUser,
  changes: Partial<TablesInsert<'communities'>> = {},
) {
  const community = await createCommunity(owner, changes)
  count += 1
  const { data } = await createSecretClient()
    .from('communities')
    .update({ created_at: new Date(Date.UTC(2001, 0, 1, 0, 0, count)).toISOString() })
    .eq('id', community.id)
    .select()
    .single()
    .throwOnError()
  return data
}

/** Removes a test's communities from the queue. */
export async function clearQueue(owner: TestUser): Promise<void> {
  await createSecretClient().from('communities').delete().eq('owner_id', owner.id).throwOnError()
}

/** Waits until the review panel shows a community. */
export const findHeading = (name: string) => screen.findByRole('heading', { name, level: 2 })

export async function findRegion(name: string) {
  return within(await screen.findByRole('region', { name }))
}

/** Opens a community in the queue, paging past the pending communities of other tests. */
export async function openInQueue(admin: TestUser, shown: string) {
  const user = await openApp(admin, '/admin?view=queue&as=list')
  const entries = await screen.findByRole('list', { name: 'Waiting for review' })
  for (;;) {
    const entry = within(entries).queryByText(shown)
    if (entry) {
      await user.click(entry)
      return user
    }
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(within(entries).queryAllByRole('listitem')).not.toHaveLength(0))
  }
}
