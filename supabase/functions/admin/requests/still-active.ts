import type { SupabaseClient } from '@supabase/supabase-js'
import { toHttpError } from '../../_shared/clients.ts'
import { createResponse, HttpError } from '../../_shared/http.ts'
import { readJson, uuidPattern } from '../../_shared/read-body.ts'
import type { Email } from '../jobs/render-email.ts'
import { isSigned, sign } from '../signature.ts'

/** Adds the signed links to an email about a question. Returns any other email unchanged. */
export async function withAnswerPaths(email: Email): Promise<Email> {
  if (email.kind !== 'still_active' && email.kind !== 'falling_asleep') return email
  const asked: { id: string; name: string; asked_at: string }[] = Array.isArray(
      email.data.communities,
    )
    ? email.data.communities
    : []
  const communities = await Promise.all(
    asked.map(async ({ id, name, asked_at }) => ({
      name,
      path: await createAnswerPath(id, email.recipient_id, asked_at),
    })),
  )
  return { ...email, data: { ...email.data, communities } }
}

/**
 * Returns the path and the fragment of the page that answers whether a community is still active. The link is signed for
 * this community, owner and question. A fragment is in no server log and no `Referer`.
 *
 * @param askedAt the time of the question, exactly as the database returned it
 */
async function createAnswerPath(
  community: string,
  user: string,
  askedAt: string,
): Promise<string> {
  const signature = await sign(toClaim(community, user, askedAt))
  return `/still-active#${new URLSearchParams({ community, user, asked: askedAt, signature })}`
}

/**
 * Confirms that a community is still active, and wakes it up. The page sends this once a browser has opened it: mail
 * scanners open links, but most run no scripts. Safe to repeat.
 *
 * @throws HttpError with status 400 when the signature is not valid, 403 for a suspended owner, or 409 when the link has
 * ended
 */
export async function confirmStillActive(
  secret: SupabaseClient,
  request: Request,
): Promise<Response> {
  const { community, user, asked, signature } = await readJson(request, incomplete)
  if (
    typeof community !== 'string' || !uuidPattern.test(community) ||
    typeof user !== 'string' || !uuidPattern.test(user) || typeof asked !== 'string' ||
    !(await isSigned(toClaim(community, user, asked), signature))
  ) {
    throw new HttpError(400, incomplete)
  }
  const { data, error } = await secret.rpc('confirm_by_link', {
    community_id: community,
    user_id: user,
    asked_at: asked,
  })
  if (error) throw toHttpError(error)
  return createResponse(data)
}

const incomplete = 'This link is not complete. Please answer on your profile.'

const toClaim = (community: string, user: string, askedAt: string) =>
  `still-active ${community.toLowerCase()} ${user.toLowerCase()} ${askedAt}`
