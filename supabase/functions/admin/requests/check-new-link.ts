import type { SupabaseClient } from '@supabase/supabase-js'
import { type Caller, toHttpError } from '../../_shared/clients.ts'
import { HttpError } from '../../_shared/http.ts'
import { readJson } from '../../_shared/read-body.ts'
import { openInvitePage } from '../check-link.ts'

/**
 * Checks a link before a community is listed with it, and returns the name of its group. The database decides which
 * links are valid, and how often a user may check one. Nothing is stored but the time of the check.
 *
 * @throws HttpError with status 400, 403 or 429 and a message for the caller
 */
export async function checkNewLink(secret: SupabaseClient, request: Request, caller: Caller) {
  const hint = 'Send {"link": "..."} with an invite link.'
  const { link } = await readJson(request, hint)
  if (typeof link !== 'string') throw new HttpError(400, hint)
  const { error } = await secret.rpc('begin_new_check', { link, user_id: caller.id })
  if (error) throw toHttpError(error)
  const result = await openInvitePage(link)
  return { state: result.state, group_name: result.state === 'live' ? result.groupName : null }
}
