import { performance } from 'node:perf_hooks'
import { PostgrestClient } from '@supabase/postgrest-js'
import { communityColumns } from '../../../src/communities/fields.ts'
import type { Database as Tables } from '../../../src/supabase/database.types.ts'
import { adminId } from '../admin/data.ts'
import { readOwned } from './data.ts'
import type { Services } from './services.ts'

/** Milliseconds within which a save and an approval must finish. */
export const maxWriteTime = 1000
const count = 5

export interface WriteTimes {
  name: string
  /** Milliseconds. */
  median: number
  worst: number
}

/**
 * Saves and approves a few communities, one after the other, and measures the updates that the app sends.
 *
 * @throws PostgrestError if one is refused
 */
export async function measureWrites(services: Services, url: string): Promise<WriteTimes[]> {
  const clientOf = (userId: string) =>
    new PostgrestClient<Tables>(`${url}/rest/v1`, {
      headers: { Authorization: `Bearer ${services.signIn(userId)}` },
    })
  const admin = clientOf(adminId)
  const [listed, pending] = [
    await readOwned(services.query, 'approved'),
    await readOwned(services.query, 'pending'),
  ]
  const saves: number[] = []
  const approvals: number[] = []
  for (let index = 0; index < count; index += 1) {
    const [{ id, ownerId } = missing, { id: pendingId } = missing] = [listed[index], pending[index]]
    /* oxlint-disable no-await-in-loop -- one after the other */
    saves.push(await saveCommunity(clientOf(ownerId), id))
    approvals.push(await approveCommunity(admin, pendingId))
    /* oxlint-enable no-await-in-loop */
  }
  return [summarize("owner's save", saves), summarize("admin's approval", approvals)]
}

const missing = { id: '', ownerId: '' }

/** Like src/communities/form/save-community.ts. The description is held for review, the rest changes the directory. */
async function saveCommunity(owner: PostgrestClient<Tables>, id: string): Promise<number> {
  const { data: base } = await owner
    .from('communities')
    .select(communityColumns)
    .eq('id', id)
    .single()
    .throwOnError()
  const { name, location, whatsapp_link, join_type, image_url, category, updated_at } = base
  return measure(() =>
    owner
      .from('communities')
      .update({
        name,
        location,
        whatsapp_link,
        join_type,
        image_url,
        category,
        updated_at,
        description: `${base.description.trim()} Come along!`,
        member_count: base.member_count + 1,
        held_changes: null,
      })
      .eq('id', id)
      .select(communityColumns)
      .single()
      .throwOnError(),
  )
}

/** Like src/routes/admin/review/decisions.ts. */
async function approveCommunity(admin: PostgrestClient<Tables>, id: string): Promise<number> {
  const { data: base } = await admin
    .from('communities')
    .select('updated_at,groups_updated_at')
    .eq('id', id)
    .single()
    .throwOnError()
  return measure(() =>
    admin
      .from('communities')
      .update({
        ...base,
        status: 'approved',
        approval_date: new Date().toISOString(),
        approved_by: adminId,
      })
      .eq('id', id)
      .select('id')
      .single()
      .throwOnError(),
  )
}

async function measure(write: () => PromiseLike<unknown>): Promise<number> {
  const start = performance.now()
  await write()
  return performance.now() - start
}

function summarize(name: string, times: number[]): WriteTimes {
  const sorted = times.toSorted((one, other) => one - other)
  return { name, median: sorted[Math.floor(count / 2)] ?? 0, worst: sorted.at(-1) ?? 0 }
}
