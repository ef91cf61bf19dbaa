import { readProperty } from '../../lib/read-property.ts'
import { flowParameter, readReturningFlow } from './provider-flow.ts'

/*
 * Links in emails lead to this site with a token, which signs in once the user presses a button. Links of the auth
 * service itself redirect here with a session or an error. All are parameters in the fragment or the query of the URL.
 */

/** What the auth service adds to a URL, and the names of our own links. Another site may use the same names. */
const parameters =
  'confirm token_hash access_token refresh_token error error_description error_code expires_in expires_at token_type type provider_token provider_refresh_token sb message'.split(
    ' ',
  )

/** The URL after the first of the two links that change an email. Its text is never shown: URLs can be forged. */
const isFirstConfirmation = (found: URLSearchParams) =>
  found.has('sb') && found.get('message')?.startsWith('Confirmation link accepted') === true

/** The error is a code such as 'access_denied', and its description a sentence. Another site's `?error=1` has none. */
const isProblem = (found: URLSearchParams) =>
  /^[a-z_]+$/.test(found.get('error') ?? '') && Boolean(found.get('error_description'))

/** After five minutes, the auth service no longer knows where a sign-in with Google or Apple was to return. */
const isOfProvider = /^(bad_oauth|flow_state)_/

const isFromAuth = (found: URLSearchParams) =>
  ['token_hash', 'access_token', 'refresh_token'].some((key) => found.has(key)) ||
  ourToken.test(found.get('confirm') ?? '') ||
  isProblem(found) ||
  isFirstConfirmation(found)

/**
 * The auth service appends its parameters to a URL of this site that the sender of the request chose, and which may have
 * others with the same names.
 */
const readFragment = (hash: string) => new URLSearchParams(hash.slice(hash.lastIndexOf('#') + 1))

/** After the first of the two links that change an email. */
export const firstLinkConfirmed = 'Confirmed. Now follow the link we sent to the other address.'

/** The types of links in emails, each with the title of the dialog that it opens. */
export const emailTokenTitles = {
  signup: 'Confirm your email',
  invite: 'Accept the invitation',
  magiclink: 'Sign in with this link',
  recovery: 'Set a new password',
  email_change: 'Confirm your new email',
}

export type EmailTokenType = keyof typeof emailTokenTitles

/** The token of a link. Sending it uses it up, so it is sent only once the user presses a button. */
export type EmailToken = { hash: string; type: EmailTokenType }

export const isEmailTokenType = (type: unknown): type is EmailTokenType =>
  typeof type === 'string' && Object.hasOwn(emailTokenTitles, type)

export type LinkSession = {
  tokens: { access_token: string; refresh_token: string }
  /** Of the link: the session itself does not include it. */
  type: string | null
  /** Seconds since 1970, or null if the URL does not include it. */
  issuedAt: number | null
}

const ourToken = new RegExp(`^(${Object.keys(emailTokenTitles).join('|')})_([\\w-]*)`)

/**
 * Reads the token of a link in our emails: `confirm=signup_<hash>`, which has no character that email gateways change, or
 * `token_hash` and `type` in earlier emails. The hash is empty if the link is incomplete.
 */
function readToken(found: URLSearchParams): EmailToken | null {
  const [, ownType, ownHash = ''] = ourToken.exec(found.get('confirm') ?? '') ?? []
  if (isEmailTokenType(ownType)) return { hash: ownHash, type: ownType }
  const type = found.get('type')
  return isEmailTokenType(type) ? { hash: found.get('token_hash') ?? '', type } : null
}

type EmailLink =
  | { kind: 'token'; token: EmailToken }
  | { kind: 'session'; session: LinkSession }
  /** `code` is an error code. `describeLinkProblem` has the messages, which visitors do not load. */
  | { kind: 'problem'; code: string }
  /** After the first of the two links that change an email. */
  | { kind: 'first-confirmation' }
  /** No link: the user returns from Google or Apple. Otherwise `code` is not read: it may belong to another site. */
  | { kind: 'provider'; isSigningIn: boolean }

/** Returns null if the URL has no parameters of the auth service. */
export function readEmailLink({
  search,
  hash,
}: Pick<Location, 'search' | 'hash'>): EmailLink | null {
  if (new URLSearchParams(search).has(flowParameter)) {
    const flow = readReturningFlow(search)
    return { kind: 'provider', isSigningIn: readProperty(flow, 'kind') === 'sign-in' }
  }
  const fragment = readFragment(hash)
  const found = isFromAuth(fragment) ? fragment : new URLSearchParams(search)
  if (!isFromAuth(found)) return null

  const access_token = found.get('access_token')
  const refresh_token = found.get('refresh_token')
  const failed = isProblem(found)
  if (failed && isOfProvider.test(found.get('error_code') ?? '')) {
    return { kind: 'provider', isSigningIn: false }
  }
  if (!failed && isFirstConfirmation(found)) return { kind: 'first-confirmation' }
  const token = readToken(found)
  if (!failed && token?.hash) return { kind: 'token', token }
  if (failed || !access_token || !refresh_token) {
    const looksExpired = /expired|invalid/i.test(found.get('error_description') ?? '')
    const code = found.get('error_code') || (looksExpired ? 'otp_expired' : 'incomplete')
    return { kind: 'problem', code }
  }
  const issuedAt = found.has('expires_at')
    ? Number(found.get('expires_at')) - Number(found.get('expires_in'))
    : null
  const tokens = { access_token, refresh_token }
  return { kind: 'session', session: { tokens, type: found.get('type'), issuedAt } }
}

/**
 * Returns the path of a URL and its parameters, except for the auth service's. The path has one slash in front: with
 * two, it would be another site, so the router would refuse it and leave the tokens in the URL.
 */
export function withoutEmailLink({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  const query = new URLSearchParams(search)
  const carried = isFromAuth(readFragment(hash))
  if (isFromAuth(query)) for (const key of parameters) query.delete(key)
  const rest = query.size > 0 ? `?${query.toString()}` : ''
  return pathname.replace(/^\/+/, '/') + rest + (carried ? '' : hash)
}
