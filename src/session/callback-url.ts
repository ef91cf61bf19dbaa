import { expiredLink, sessionEnded, toUserError } from '../supabase/errors.ts'

/* Links in emails lead back to this site with a session, or an error, in the fragment or the query of the URL. */

/** A URL with any of these parameters came from the auth service. */
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

/** The session of a link. */
export type SessionLink = {
  tokens: { access_token: string; refresh_token: string }
  /** For recovery links and invitations: the user chooses a new password. */
  setsPassword: boolean
  /** Seconds since 1970, or null if the URL does not include it. */
  issuedAt: number | null
}

/** `problem` is the message for the user. */
type Callback = { link: SessionLink; problem: null } | { link: null; problem: string }

/** Returns null if the URL has no parameters of the auth service. */
export function readCallback({ search, hash }: Pick<Location, 'search' | 'hash'>): Callback | null {
  const found = new URLSearchParams(hash.slice(1))
  for (const [key, value] of new URLSearchParams(search)) found.set(key, value)
  if (!markers.some((key) => found.has(key))) return null

  const access_token = found.get('access_token')
  const refresh_token = found.get('refresh_token')
  const failed = found.has('error') || found.has('error_description') || found.has('error_code')
  if (failed || !access_token || !refresh_token) {
    const code = found.get('error_code') ?? ''
    const looksExpired = /expired|invalid/i.test(found.get('error_description') ?? '')
    return { link: null, problem: describeLinkProblem({ code }, looksExpired) }
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

/** Returns the path and the parameters of a URL without those of the auth service. */
export function withoutCallback({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  const query = new URLSearchParams(search)
  const fragment = new URLSearchParams(hash.slice(1))
  const carried = markers.some((key) => fragment.has(key))
  if (markers.some((key) => query.has(key))) {
    for (const key of [...markers, ...companions]) query.delete(key)
  }
  const rest = query.size > 0 ? `?${query.toString()}` : ''
  return pathname + rest + (carried ? '' : hash)
}

/**
 * Returns our own message for a link that failed. The URL's text is never shown, because URLs can be forged. An ended
 * session means that the link is too old.
 */
export function describeLinkProblem(error: unknown, looksExpired = false): string {
  const { message } = toUserError(error)
  if (message && message !== sessionEnded) return message
  return looksExpired ? expiredLink : "That link didn't work. It may be incomplete or too old."
}
