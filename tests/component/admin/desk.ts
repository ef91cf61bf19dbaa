import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import type { TablesInsert } from '../../../src/supabase/database.types.ts'
import { createCommunity } from '../../support/communities.ts'
import { type TestUser, createSecretClient } from '../../support/users.ts'
import { openApp } from '../whole-app.tsx'

let waiting = 0

/** Lists a community that has waited longer than any other: it is the first of the queue. */
export async function createOldest(
  owner: TestUser,
  changes: Partial<TablesInsert<'communities'>> = {},
) {
  const community = await createCommunity(owner, changes)
  waiting += 1
  const { data } = await createSecretClient()
    .from('communities')
    .update({ created_at: new Date(Date.UTC(2001, 0, 1, 0, 0, waiting)).toISOString() })
    .eq('id', community.id)
    .select()
    .single()
    .throwOnError()
  return data
}

/** Takes what a test left out of the queue, for the next one. */
export async function clearQueue(owner: TestUser): Promise<void> {
  await createSecretClient().from('communities').delete().eq('owner_id', owner.id).throwOnError()
}

export async function reread(id: string) {
  const { data } = await createSecretClient()
    .from('communities')
    .select('*')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  return data
}

export const onView = (name: string) => screen.findByRole('heading', { name, level: 2 })

export async function region(name: string) {
  return within(await screen.findByRole('region', { name }))
}

/** Opens what stands behind everything pending, which other tests fill. */
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
