import { createSecretClient, type TestUser } from './users.ts'

/* What the edge functions record after they have read the page of an invite link. */

export type Link = { id: string; whatsapp_link: string }

/** Records that the page of a link names a group: for the schedule, or for a reviewer, who reads the name. */
export const recordGroupName = (
  { id, whatsapp_link: link }: Link,
  group_name: string,
  by: 'schedule' | 'reviewer' = 'schedule',
) =>
  createSecretClient()
    .rpc('record_link_check', {
      community_id: id,
      link,
      answer: 'live',
      group_name,
      ...(by === 'reviewer' && { is_review: true }),
    })
    .throwOnError()

/** Records a user's check of a link whose page shows their code. */
export async function recordProof(
  user: TestUser,
  { id: community_id, whatsapp_link: link }: Link,
  group_name = 'Sunrise Swimmers',
) {
  const { data: code, error } = await user.client.rpc('get_ownership_code', { community_id })
  if (error) return { error, data: null }
  const page = { link, answer: 'live', group_name, page_text: `${group_name} ${code}` } as const
  return createSecretClient().rpc('record_own_check', { community_id, user_id: user.id, ...page })
}
