import type { Database } from '../../src/supabase/database.types.ts'
import { type Client, createSecretClient, type TestUser } from './users.ts'

type Kind = Database['public']['Enums']['invitation_kind']
type Invitee = Pick<TestUser, 'email'>
type Caller = Pick<TestUser, 'client'>

/** Invites a user by their sign-in email. */
export const invite = (
  { client }: Caller,
  community_id: string,
  { email }: Invitee,
  kind: Kind = 'co-owner',
  keeps_former_owner = false,
) => client.rpc('invite_to_community', { community_id, email, kind, keeps_former_owner })

/** Returns the newest invitation of a user to a community, at a separate backend. */
export async function readInvitationAt(secret: Client, community_id: string, { email }: Invitee) {
  const all = secret.from('invitations').select().eq('community_id', community_id)
  const newest = all.eq('email', email.toLowerCase()).order('created_at', { ascending: false })
  return (await newest.limit(1).single().throwOnError()).data
}

export const readInvitation = (communityId: string, user: Invitee) =>
  readInvitationAt(createSecretClient(), communityId, user)

export const answer = ({ client }: Caller, { id }: { id: string }, is_accepted = true) =>
  client.rpc('answer_invitation', { invitation_id: id, is_accepted })

/** Makes a user a co-owner of a community, with the consent of both. */
export async function addCoOwner(
  owner: Caller,
  communityId: string,
  user: TestUser,
  secret: Client = createSecretClient(),
) {
  await invite(owner, communityId, user).throwOnError()
  await answer(user, await readInvitationAt(secret, communityId, user)).throwOnError()
}
