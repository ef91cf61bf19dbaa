import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import type { RowOf } from '../../../supabase/row-of.ts'

/* Who owns a community together with others. The keys begin alike, so that one call reloads everything. */

export const coOwnersFilter = { queryKey: ['co-owners'] }

/** The co-owners of the communities that the user owns, and the owners of those that the user co-owns. */
export const coOwnersQuery = queryOptions({
  queryKey: ['co-owners', 'all'],
  queryFn: async ({ signal }) => unwrap(await supabase.rpc('list_people').abortSignal(signal)),
})

export type CoOwner = RowOf<() => typeof coOwnersQuery>

/** The open invitations that the owner of a community has sent. */
export const sentInvitations = (communityId: string) =>
  queryOptions({
    queryKey: ['co-owners', 'invitations', communityId],
    queryFn: async ({ signal }) => {
      const open = supabase.from('invitations').select('id, email, kind, expires_at')
      const sent = open.eq('community_id', communityId).order('created_at')
      return unwrap(await sent.abortSignal(signal))
    },
  })

export type SentInvitation = RowOf<typeof sentInvitations>

/** The open invitations to the user's sign-in email. */
export const receivedInvitations = queryOptions({
  queryKey: ['co-owners', 'received'],
  queryFn: async ({ signal }) =>
    unwrap(await supabase.rpc('list_my_invitations').abortSignal(signal)),
})

export type ReceivedInvitation = RowOf<() => typeof receivedInvitations>
