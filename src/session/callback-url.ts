import type { LinkProblem } from './link-problems.ts'

/**
 * How a visitor came in: an email link returns with a session or an error in the fragment or the
 * query (specification, section 7: access_token, refresh_token, code, error, error_description,
 * error_code).
 */
export type Arrival = {
  /** The link was a recovery or an invitation: a new password is to be chosen. */
  setsPassword: boolean
  problem: LinkProblem | null
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

/** Null when the URL carries nothing of the auth service. */
export function readArrival(location: { search: string; hash: string }): Arrival | null {
  const found = new URLSearchParams(location.hash.slice(1))
  for (const [key, value] of new URLSearchParams(location.search)) found.set(key, value)
  if (!signs.some((key) => found.has(key))) return null

  const failed = found.has('error') || found.has('error_description') || found.has('error_code')
  const type = found.get('type') ?? ''
  return {
    setsPassword: !failed && (type === 'recovery' || type === 'invite'),
    problem: failed
      ? {
          code: found.get('error_code') ?? '',
          looksExpired: /expired|invalid/i.test(found.get('error_description') ?? ''),
        }
      : null,
  }
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
