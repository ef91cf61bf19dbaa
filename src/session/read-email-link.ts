/*
 * Links in emails lead to this site with a token, which signs in once the user presses a button. Links of the auth
 * service itself redirect here with a session or an error. All are parameters in the fragment or the query of the URL.
 */

/** A URL with any of these parameters came from the auth service, as did a 'message' with 'sb'. */
const markers =
  'token_hash access_token refresh_token code error error_description error_code'.split(' ')

const companions =
  'expires_in expires_at token_type type provider_token provider_refresh_token sb message'.split(
    ' ',
  )

/** The URL after the first of the two links that change an email. Its text is never shown: URLs can be forged. */
const isFirstConfirmation = (found: URLSearchParams) => found.has('message') && found.has('sb')

const isFromAuth = (found: URLSearchParams) =>
  markers.some((key) => found.has(key)) || isFirstConfirmation(found)

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
  /** For recovery links and invitations: the user chooses a new password. */
  setsPassword: boolean
  confirmsAccount: boolean
  changesEmail: boolean
  /** Seconds since 1970, or null if the URL does not include it. */
  issuedAt: number | null
}

type EmailLink =
  | { kind: 'token'; token: EmailToken }
  | { kind: 'session'; session: LinkSession }
  /** `code` is an error code. `describeLinkProblem` has the messages, which visitors do not load. */
  | { kind: 'problem'; code: string }
  /** After the first of the two links that change an email. */
  | { kind: 'first-confirmation' }

/** Returns null if the URL has no parameters of the auth service. */
export function readEmailLink({
  search,
  hash,
}: Pick<Location, 'search' | 'hash'>): EmailLink | null {
  const fragment = readFragment(hash)
  const found = isFromAuth(fragment) ? fragment : new URLSearchParams(search)
  if (!isFromAuth(found)) return null

  const access_token = found.get('access_token')
  const refresh_token = found.get('refresh_token')
  const failed = found.has('error') || found.has('error_description') || found.has('error_code')
  if (!failed && isFirstConfirmation(found)) return { kind: 'first-confirmation' }
  const type = found.get('type')
  const tokenHash = found.get('token_hash')
  if (!failed && tokenHash && isEmailTokenType(type)) {
    return { kind: 'token', token: { hash: tokenHash, type } }
  }
  if (failed || !access_token || !refresh_token) {
    const looksExpired = /expired|invalid/i.test(found.get('error_description') ?? '')
    const code = found.get('error_code') || (looksExpired ? 'otp_expired' : 'incomplete')
    return { kind: 'problem', code }
  }
  const issuedAt = Number(found.get('expires_at')) - Number(found.get('expires_in'))
  const session = toLinkSession({ access_token, refresh_token }, type)
  return {
    kind: 'session',
    session: { ...session, issuedAt: found.has('expires_at') ? issuedAt : null },
  }
}

/** Returns the session of a link of a type, which the session itself does not include. */
export const toLinkSession = (tokens: LinkSession['tokens'], type: string | null): LinkSession => ({
  tokens,
  setsPassword: type === 'recovery' || type === 'invite',
  confirmsAccount: type === 'signup',
  changesEmail: type === 'email_change',
  issuedAt: null,
})

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
  if (isFromAuth(query)) for (const key of [...markers, ...companions]) query.delete(key)
  const rest = query.size > 0 ? `?${query.toString()}` : ''
  return pathname.replace(/^\/+/, '/') + rest + (carried ? '' : hash)
}
