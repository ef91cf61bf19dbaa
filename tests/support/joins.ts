import { block } from './communities.ts'
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
  await block(communityId, 'paused')
  const pause = { community_id: communityId, kind: 'paused' }
  await secret.from('community_blocks').delete().match(pause).throwOnError()
}
