import { performance } from 'node:perf_hooks'
import { PostgrestClient } from '@supabase/postgrest-js'
import type { Database as Tables } from '../../../src/supabase/database.types.ts'
import { adminId } from '../admin/data.ts'
import { median } from '../median.ts'
import type { Services } from './services.ts'

const count = 5

/**
 * Saves and approves a few communities, one after the other. Returns times in milliseconds.
 *
 * @throws PostgrestError if a write is refused
 */
export async function measureWrites(services: Services, url: string) {
  const clientOf = (userId: string) =>
    new PostgrestClient<Tables>(`${url}/rest/v1`, {
      headers: { Authorization: `Bearer ${services.signIn(userId)}` },
    })
  const readCommunities = (status: string) =>
    services.query(
      `select id, owner_id, description, member_count from public.communities
       where status = '${status}' and held_changes is null order by id limit ${count}`,
    )
  const saves: number[] = []
  const approvals: number[] = []
  for (const { id, owner_id, description, member_count } of await readCommunities('approved')) {
    const owner = clientOf(String(owner_id))
    // The description is held for review, the member count changes the directory.
    saves.push(
      await update(owner, String(id), {
        description: `${String(description).trim()} Come along!`,
        member_count: Number(member_count) + 1,
      }),
    )
  }
  const now = new Date().toISOString()
  const decision = { status: 'approved', approval_date: now, approved_by: adminId } as const
  for (const { id } of await readCommunities('pending'))
    approvals.push(await update(clientOf(adminId), String(id), decision))
  return [
    { write: "owner's save", median: median(saves), worst: Math.max(...saves) },
    { write: "admin's approval", median: median(approvals), worst: Math.max(...approvals) },
  ]
}

/** Updates the version of a community that was read. Returns the time of the update. */
async function update(
  client: PostgrestClient<Tables>,
  id: string,
  values: Tables['public']['Tables']['communities']['Update'],
): Promise<number> {
  const { data: version } = await client
    .from('communities')
    .select('updated_at,groups_updated_at')
    .eq('id', id)
    .single()
    .throwOnError()
  const start = performance.now()
  await client
    .from('communities')
    .update({ ...version, ...values })
    .eq('id', id)
    .select('id')
    .single()
    .throwOnError()
  return performance.now() - start
}
