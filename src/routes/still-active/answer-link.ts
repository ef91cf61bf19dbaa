import { readProperty, readText } from '../../lib/read-property.ts'
import { appHeaders, supabaseKey, supabaseUrl } from '../../supabase/config.ts'
import { isConnectionProblem, toUserError, UserError } from '../../supabase/errors.ts'
import { serviceFetch } from '../../supabase/service-fetch.ts'

const names = ['community', 'user', 'asked', 'signature'] as const

/** The signed values of a link in an email. */
type AnswerLink = Record<(typeof names)[number], string>

/** Reads a link from the fragment of the URL. Returns null if it is incomplete. */
export function readAnswerLink(hash: string): AnswerLink | null {
  const found = new URLSearchParams(hash.replace(/^#/, ''))
  return toAnswerLink(Object.fromEntries(found))
}

/** Returns the link in the state of a history entry, which any release may have written. */
export function toAnswerLink(state: unknown): AnswerLink | null {
  const [community = '', user = '', asked = '', signature = ''] = names.map((name) =>
    readText(state, name),
  )
  return community && user && asked && signature ? { community, user, asked, signature } : null
}

export type Answer =
  | { kind: 'saved'; name: string; isListed: boolean }
  /** Retrying cannot help: the server's message says why. */
  | { kind: 'ended'; message: string }

/**
 * Confirms that a community is still active, without signing in: the signature decides.
 *
 * @throws UserError if a retry may help
 */
export async function sendAnswer(link: AnswerLink | null): Promise<Answer> {
  if (!link) return { kind: 'ended', message: 'This link is not complete.' }
  const response = await serviceFetch(`${supabaseUrl}/functions/v1/admin/still-active`, {
    method: 'POST',
    headers: { ...appHeaders, apikey: supabaseKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(link),
  })
  const body: unknown = await response.json().catch(() => null)
  const name = readText(body, 'name')
  if (response.ok && name) {
    return { kind: 'saved', name, isListed: readProperty(body, 'is_listed') === true }
  }
  const failure = toUserError(body, response.status)
  const message = readText(body, 'error')
  if (isConnectionProblem(failure) || !message) throw failure
  if ([400, 403, 409].includes(response.status)) return { kind: 'ended', message }
  throw new UserError(message, { status: response.status })
}
