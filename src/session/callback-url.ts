/*
 * Links in emails come back to this site with a session, or with an error, in the fragment or the
 * query of the address.
 */

/** An address with any of these among its parameters came from the auth service. */
const markers = [
  'access_token',
  'refresh_token',
  'code',
  'error',
  'error_description',
  'error_code',
] as const

const companions = [
  'expires_in',
  'expires_at',
  'token_type',
  'type',
  'provider_token',
  'provider_refresh_token',
  'sb',
] as const

/** The session that a link brings. */
export type SessionLink = {
  tokens: { access_token: string; refresh_token: string }
  /** The link was a recovery or an invitation: a new password is to be chosen. */
  setsPassword: boolean
  /** Seconds since 1970, or null when the address does not say. */
  issuedAt: number | null
}

/** What the address says about the failure of a link. */
export type LinkProblem = { code: string; looksExpired: boolean }

export type Callback = { link: SessionLink; problem: null } | { link: null; problem: LinkProblem }

type Address = { search: string; hash: string }

/** Null when the address carries nothing of the auth service. */
export function readCallback({ search, hash }: Address): Callback | null {
  const found = new URLSearchParams(hash.slice(1))
  for (const [key, value] of new URLSearchParams(search)) found.set(key, value)
  if (!markers.some((key) => found.has(key))) return null

  const access_token = found.get('access_token')
  const refresh_token = found.get('refresh_token')
  const failed = found.has('error') || found.has('error_description') || found.has('error_code')
  if (failed || !access_token || !refresh_token) {
    const looksExpired = /expired|invalid/i.test(found.get('error_description') ?? '')
    return { link: null, problem: { code: found.get('error_code') ?? '', looksExpired } }
  }
  const type = found.get('type')
  const issuedAt = Number(found.get('expires_at')) - Number(found.get('expires_in'))
  return {
    link: {
      tokens: { access_token, refresh_token },
      setsPassword: type === 'recovery' || type === 'invite',
      issuedAt: found.has('expires_at') ? issuedAt : null,
    },
    problem: null,
  }
}

/** The same address without what the auth service added; everything else stays. */
export function withoutCallback({
  pathname,
  search,
  hash,
}: Address & { pathname: string }): string {
  const query = new URLSearchParams(search)
  const fragment = new URLSearchParams(hash.slice(1))
  const carried = markers.some((key) => fragment.has(key))
  if (markers.some((key) => query.has(key))) {
    for (const key of [...markers, ...companions]) query.delete(key)
  }
  const rest = query.size > 0 ? `?${query.toString()}` : ''
  return pathname + rest + (carried ? '' : hash)
}

const expiredLink = 'That link has expired or was already used. Each link works once.'
const brokenLink = 'That link did not work. It may be incomplete or too old.'

const sentences: Record<string, string> = {
  otp_expired: expiredLink,
  flow_state_expired: expiredLink,
  flow_state_not_found: 'That link has to be opened in the browser in which you asked for it.',
  unreachable: 'We could not reach the service. Ask for a new link in a moment.',
  user_banned: 'This account is blocked.',
  signup_disabled: 'New accounts cannot be created at the moment.',
  identity_already_exists: 'That sign-in is already linked to an account.',
  identity_not_found: 'That sign-in is not linked to your account.',
  single_identity_not_deletable: 'You cannot remove the only way you have to sign in.',
}

/** Says why a link did not work, in our own words: those in the address could be anybody's. */
export function describeLinkProblem({ code, looksExpired }: LinkProblem): string {
  const sentence = Object.hasOwn(sentences, code) ? sentences[code] : undefined
  return sentence ?? (looksExpired ? expiredLink : brokenLink)
}
