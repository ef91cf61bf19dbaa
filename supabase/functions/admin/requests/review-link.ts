import type { SupabaseClient } from '@supabase/supabase-js'
import { HttpError } from '../../_shared/http.ts'
import { readJson, uuidPattern } from '../../_shared/read-body.ts'
import { checkLink } from '../check-link.ts'

/**
 * Checks the link of a community for its reviewer: the held link if there is one, else the current one. If WhatsApp
 * does not respond, or too many links are being checked, returns the group's last known name.
 *
 * @throws HttpError with status 404 when there is no such community
 */
export async function reviewLink(secret: SupabaseClient, communityId: string) {
  const { data, error } = await secret
    .from('communities')
    .select('whatsapp_link, held_changes, community_links(link, group_name)')
    .eq('id', communityId)
    .maybeSingle()
  if (error) throw error
  if (!data) throw new HttpError(404, 'There is no such community.')
  const link: string = data.held_changes?.whatsapp_link ?? data.whatsapp_link
  const reserved = await secret.rpc('reserve_review_check')
  if (reserved.error) throw reserved.error
  const result = reserved.data
    ? await checkLink(secret, communityId, link, { isReview: true })
    : { state: 'unknown' as const }
  if (result.state === 'live') return { state: result.state, group_name: result.groupName }
  if (result.state === 'dead') return { state: result.state, group_name: null }
  const known: { link: string; group_name: string | null } | undefined = [data.community_links]
    .flat()
    .find((one) => one?.link === link)
  return { state: result.state, group_name: known?.group_name ?? null }
}

export const communityHint = 'Send {"community": "..."} with the id of a community.'

/** Returns undefined when the request names no community. */
export async function readCommunityId(request: Request): Promise<string | undefined> {
  const hint = 'Send {}, or {"community": "..."} with the id of a community.'
  const body = await readJson(request, hint)
  if (!('community' in body)) return undefined
  if (typeof body.community !== 'string' || !uuidPattern.test(body.community)) {
    throw new HttpError(400, hint)
  }
  return body.community
}
