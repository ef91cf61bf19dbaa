import { createSecretClient, createUser } from './users.ts'

/**
 * Adds joins of as many new users, as of yesterday: today's do not count yet. Five are the fewest that count. Pauses and
 * resumes the community, because the directory counts the joins of a community that returns.
 */
export async function addJoins(communityId: string, users = 5): Promise<void> {
  const secret = createSecretClient()
  const members = await Promise.all(Array.from({ length: users }, () => createUser()))
  const joined_on = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  const rows = members.map(({ id }) => ({ community_id: communityId, user_id: id, joined_on }))
  await secret.from('community_joins').insert(rows).throwOnError()
  for (const paused_at of [new Date().toISOString(), null]) {
    // oxlint-disable-next-line no-await-in-loop -- In this order.
    await secret.from('communities').update({ paused_at }).eq('id', communityId).throwOnError()
  }
}
