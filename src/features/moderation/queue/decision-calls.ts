import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import type { AdminCommunity } from './queue.ts'

/* Calls of the functions that decide. They fail if the reviewer has not seen the latest state. */

type NeedsReason = 'ask_owner' | 'decline_requested_place' | 'hide_community' | 'return_to_pending'

/** Calls a function that fails unless this is the community's version. */
export const callWithVersion = async (
  ...[name, { id, updated_at }, reason]:
    | [name: NeedsReason, community: AdminCommunity, reason: string]
    | [name: 'show_community', community: AdminCommunity, reason?: never]
) => unwrap(await supabase.rpc(name, { community_id: id, version: updated_at, reason }))

/** Calls a function that decides what had happened by the time of the last change that the reviewer saw. */
export const callWithTime = async (
  name: 'confirm_name' | 'resolve_reports',
  { id }: AdminCommunity,
  seenAt: string,
) => unwrap(await supabase.rpc(name, { community_id: id, seen_at: seenAt }))
