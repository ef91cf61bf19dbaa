import type { SupabaseClient } from '@supabase/supabase-js'
import { toHttpError } from '../../_shared/clients.ts'
import { createResponse, HttpError, readQuery } from '../../_shared/http.ts'
import { readJson, uuidPattern } from '../../_shared/read-body.ts'
import type { Email } from '../jobs/render-email.ts'
import { isSigned, markAddress, readSignedLink, signLink } from '../signature.ts'

/** Adds the signed links to an email about a question. Returns any other email unchanged. */
export async function withAnswerPaths(email: Email): Promise<Email> {
  if (email.kind !== 'still_active' && email.kind !== 'falling_asleep') return email
  const asked: { id: string; name: string; asked_at: string }[] = Array.isArray(
      email.data.communities,
    )
    ? email.data.communities
    : []
  const mark = await markAddress(email.recipient)
  const user = email.recipient_id
  const communities = await Promise.all(
    asked.map(async ({ id: community, name, asked_at: asked }) => ({
      name,
      path: `/still-active?link=${await signAnswer({ community, user, asked, mark })}`,
    })),
  )
  return { ...email, data: { ...email.data, communities } }
}

/** Returns the link that answers whether a community is still active. */
export const signAnswer = ({ community, user, asked, mark }: AnswerLink): Promise<string> =>
  signLink('still-active', community, user, toUtc(asked), mark)

/** Keeps the microseconds. A time zone such as '+00:00' has a character that email gateways change. */
function toUtc(moment: string): string {
  const [, microseconds = ''] = /\.\d{3}(\d{1,3})/.exec(moment) ?? []
  return new Date(moment).toISOString().replace('Z', `${microseconds}Z`)
}

export interface AnswerLink {
  community: string
  user: string
  /** The time of the question, as the database or a link returned it. */
  asked: string
  /** Of the address that the link was sent to. Links of earlier emails have none. */
  mark: string | undefined
}

/**
 * Returns what a link is signed for, null if the signature is not valid. The links of earlier emails have the values as
 * separate parameters.
 */
export async function readAnswerLink(
  { link, ...earlier }: Record<string, unknown>,
): Promise<AnswerLink | null> {
  const [kind, ...parts] = await readSignedLink(link) ?? await readEarlierLink(earlier) ?? []
  const [community = '', user = '', asked = '', mark] = parts
  const isValid = kind === 'still-active' && [community, user].every((id) => uuidPattern.test(id))
  return isValid ? { community, user, asked, mark } : null
}

async function readEarlierLink(values: Record<string, unknown>): Promise<string[] | null> {
  const [community, user, asked] = ['community', 'user', 'asked'].map((name) => {
    const value = values[name]
    return typeof value === 'string' ? value : ''
  })
  // A gateway may have decoded the plus sign of the time zone.
  const parts = [
    'still-active',
    community.toLowerCase(),
    user.toLowerCase(),
    asked.replace(' ', '+'),
  ]
  return (await isSigned(parts.join(' '), values.signature)) ? parts : null
}

/**
 * Confirms that a community is still active, and wakes it up. The page sends this when the owner presses its button,
 * because email scanners open every link. Safe to repeat.
 *
 * @throws HttpError with status 400 when the signature is not valid, 403 for a suspended owner, or 409 when the link has
 * ended
 */
export async function confirmStillActive(
  secret: SupabaseClient,
  request: Request,
): Promise<Response> {
  const answer = await readAnswerLink({
    ...readQuery(request),
    ...(await readJson(request, incomplete)),
  })
  if (!answer) throw new HttpError(400, incomplete)
  const { data, error } = await secret.rpc('confirm_by_link', {
    community_id: answer.community,
    user_id: answer.user,
    asked_at: answer.asked,
  })
  if (error) throw toHttpError(error)
  return createResponse(data)
}

const incomplete = 'This link is not complete. Please answer on your profile.'
