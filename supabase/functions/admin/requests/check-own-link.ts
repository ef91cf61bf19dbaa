import type { SupabaseClient } from '@supabase/supabase-js'
import { type Caller, toHttpError } from '../../_shared/clients.ts'
import { HttpError } from '../../_shared/http.ts'
import { openInvitePage } from '../check-link.ts'
import { communityHint, readCommunityId } from './review-link.ts'

/**
 * Checks the link of a community for its owner, or for a user who has a code for it. The database decides who may
 * check which link, how often, and what the result changes.
 *
 * @throws HttpError with status 403, 410 or 429 and a message for the caller
 */
export async function checkOwnLink(secret: SupabaseClient, request: Request, caller: Caller) {
  const community_id = await readCommunityId(request)
  if (!community_id) throw new HttpError(400, communityHint)
  const begun = await secret.rpc('begin_own_check', { community_id, user_id: caller.id })
  if (begun.error) throw toHttpError(begun.error)
  const link: string = begun.data
  const result = await openInvitePage(link)
  const { data, error } = await secret.rpc('record_own_check', {
    community_id,
    user_id: caller.id,
    link,
    answer: result.state,
    ...(result.state === 'live' &&
      { group_name: result.groupName, page_text: result.pageText ?? '' }),
  })
  if (error) throw toHttpError(error)
  return data
}
