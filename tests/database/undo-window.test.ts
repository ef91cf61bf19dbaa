import { afterAll, expect, test } from 'vitest'
import { startLocalSupabase } from '../../supabase/local/start.ts'
import { createTestClient } from '../support/users.ts'

const local = await startLocalSupabase()
afterAll(() => local.stop())

/** Moves a decision into the past. */
async function backdate(communityId: string, seconds: number): Promise<void> {
  const earlier = `interval '${seconds} seconds'`
  await local.connection.driver.exec(`
    update public.audit_log set at = at - ${earlier} where subject_id = '${communityId}';
    update public.communities set updated_at = updated_at - ${earlier} where id = '${communityId}';`)
}

test('a decision can be undone for one minute', async () => {
  const client = createTestClient(local.publishableKey, local.url)
  await client.auth.signInWithPassword({
    email: 'admin@example.com',
    password: 'travel-together',
  })
  const { data: waiting } = await client
    .rpc('list_review_queue', { page_size: 2 })
    .select('id')
    .throwOnError()
  for (const [index, { id }] of waiting.entries()) {
    await client.from('communities').update({ status: 'approved' }).eq('id', id).throwOnError()
    await backdate(id, index === 0 ? 50 : 61)
  }
  const answers = await Promise.all(
    waiting.map(({ id }) => client.rpc('undo_decision', { community_id: id })),
  )
  expect(answers.map(({ error }) => error?.message)).toEqual([
    undefined,
    'This decision can no longer be undone.',
  ])
  const { data } = await client
    .from('communities')
    .select('id, status')
    .in(
      'id',
      waiting.map(({ id }) => id),
    )
    .throwOnError()
  expect(waiting.map(({ id }) => data.find((row) => row.id === id)?.status)).toEqual([
    'pending',
    'approved',
  ])
})
