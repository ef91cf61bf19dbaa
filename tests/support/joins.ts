import { createSecretClient, createUser } from './users.ts'

/** The number of joins from which they count for the order of the directory. */
export const firstJoinStep = 5

/** Adds joins of as many new users, as of yesterday: today's do not count yet. */
export async function addJoins(communityId: string, users = firstJoinStep): Promise<void> {
  const members = await Promise.all(Array.from({ length: users }, () => createUser()))
  const joined_on = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  const rows = members.map(({ id }) => ({ community_id: communityId, user_id: id, joined_on }))
  await createSecretClient().from('community_joins').insert(rows).throwOnError()
}
