import { queryOptions } from '@tanstack/react-query'
import type { Database } from '../../../supabase/database.types.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { loadClient } from '../../../supabase/load-client.ts'
import type { RowOf } from '../../../supabase/row-of.ts'

/* Who manages which community. The query keys begin with 'people', so that one call reloads everything. */

export type InvitationKind = Database['public']['Enums']['invitation_kind']

export const peopleFilter = { queryKey: ['people'] }

/** The co-owners of the communities that the user owns, and the owners of those that the user co-owns. */
export const peopleQuery = queryOptions({
  queryKey: ['people', 'all'],
  queryFn: async ({ signal }) =>
    unwrap(await (await loadClient()).rpc('list_people').abortSignal(signal)),
})

export type Person = RowOf<() => typeof peopleQuery>

/** The open invitations that the owner of a community has sent. */
export const sentInvitations = (communityId: string) =>
  queryOptions({
    queryKey: ['people', 'invitations', communityId],
    queryFn: async ({ signal }) => {
      const open = (await loadClient()).from('invitations').select('id, email, kind, expires_at')
      const sent = open.eq('community_id', communityId).order('created_at')
      return unwrap(await sent.abortSignal(signal))
    },
  })

export type SentInvitation = RowOf<typeof sentInvitations>

/** The open invitations to the user's sign-in email. */
export const receivedInvitations = queryOptions({
  queryKey: ['people', 'received'],
  queryFn: async ({ signal }) =>
    unwrap(await (await loadClient()).rpc('list_my_invitations').abortSignal(signal)),
})

export type ReceivedInvitation = RowOf<() => typeof receivedInvitations>
