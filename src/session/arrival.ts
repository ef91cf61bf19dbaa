/**
 * How a visitor came in: an email link returns with a session or an error in the fragment or the
 * query (specification, section 7: access_token, refresh_token, code, error, error_description,
 * error_code).
 */
export type Arrival = {
  /** The link was a recovery or an invitation: a new password is to be chosen. */
  setsPassword: boolean
  /** What went wrong with the link, in our own words: the URL's text could be anybody's. */
  problem: string | null
}

const signs = [
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

const expiredLink = 'That link has expired or was already used. Each link works once.'
export const brokenLink = 'That link did not work. It may be incomplete or too old.'

const problems: Record<string, string> = {
  otp_expired: expiredLink,
  flow_state_expired: expiredLink,
  flow_state_not_found: 'That link has to be opened in the browser in which you asked for it.',
  user_banned: 'This account is blocked.',
  signup_disabled: 'New accounts cannot be created at the moment.',
  identity_already_exists: 'That sign-in is already linked to an account.',
  identity_not_found: 'That sign-in is not linked to your account.',
  single_identity_not_deletable: 'You cannot remove the only way you have to sign in.',
}

/** Null when the URL carries nothing of the auth service. */
export function readArrival(location: { search: string; hash: string }): Arrival | null {
  const found = new URLSearchParams(location.hash.slice(1))
  for (const [key, value] of new URLSearchParams(location.search)) found.set(key, value)
  if (!signs.some((key) => found.has(key))) return null

  const failed = found.has('error') || found.has('error_description') || found.has('error_code')
  const type = found.get('type') ?? ''
  return {
    setsPassword: !failed && (type === 'recovery' || type === 'invite'),
    problem: failed ? describe(found) : null,
  }
}

function describe(found: URLSearchParams): string {
  const code = found.get('error_code') ?? ''
  const known = Object.hasOwn(problems, code) ? problems[code] : undefined
  if (known) return known
  return /expired|invalid/i.test(found.get('error_description') ?? '') ? expiredLink : brokenLink
}

/** The same address without what the auth service added; everything else stays. */
export function withoutArrival(location: {
  pathname: string
  search: string
  hash: string
}): string {
  const query = new URLSearchParams(location.search)
  const fragment = new URLSearchParams(location.hash.slice(1))
  const carried = signs.some((key) => fragment.has(key))
  if (signs.some((key) => query.has(key))) {
    for (const key of [...signs, ...companions]) query.delete(key)
  }
  const search = query.size > 0 ? `?${query.toString()}` : ''
  return location.pathname + search + (carried ? '' : location.hash)
}
