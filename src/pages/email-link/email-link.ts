import { readText } from '../../lib/read-property.ts'
import { appHeaders, supabaseKey, supabaseUrl } from '../../supabase/config.ts'
import { isConnectionProblem, toUserError, UserError } from '../../supabase/errors.ts'
import { serviceFetch } from '../../supabase/service-fetch.ts'

/** What a signed link in an email does for its recipient, without a session. */
export type EmailLink = {
  link: string
  /** The address that the emails go to. Empty if the link was not sent to it, or is from an earlier email. */
  address: string
  /** The name of the community that a question is about. */
  community: string
  /** The kind of emails that the link turns off. */
  emails: string
}

/** A response, or the reason why a link does not work and retrying cannot help. */
type Outcome<Value> = { ended: null; value: Value } | { ended: string }

const incomplete = { ended: 'This link is not complete.' }

/**
 * Returns what the link in the URL does. The links of earlier emails have their values in the fragment.
 *
 * @throws UserError if a retry may help
 */
export async function describeLink({
  search,
  hash,
}: Pick<Location, 'search' | 'hash'>): Promise<Outcome<EmailLink>> {
  const query = search || hash.replace('#', '?')
  if (!query) return incomplete
  const outcome = await call(`email-link${query}`)
  if (outcome.ended !== null) return outcome
  const text = (name: keyof EmailLink) => readText(outcome.value, name)
  const value = {
    link: text('link'),
    address: text('address'),
    community: text('community'),
    emails: text('emails'),
  }
  return { ended: null, value }
}

/**
 * Does what a link is for.
 *
 * @throws UserError if a retry may help
 */
export const postLink = (path: 'still-active' | 'unsubscribe', { link }: EmailLink) =>
  call(`${path}?${new URLSearchParams({ link })}`, 'POST')

async function call(path: string, method: 'GET' | 'POST' = 'GET'): Promise<Outcome<unknown>> {
  const response = await serviceFetch(`${supabaseUrl}/functions/v1/admin/${path}`, {
    method,
    headers: { ...appHeaders, apikey: supabaseKey },
  })
  const body: unknown = await response.json().catch(() => null)
  if (response.ok && body !== null) return { ended: null, value: body }
  const failure = toUserError(body, response.status)
  const message = readText(body, 'error')
  if (isConnectionProblem(failure) || !message) throw failure
  if ([400, 403, 409].includes(response.status)) return { ended: message }
  throw new UserError(message, { status: response.status })
}
