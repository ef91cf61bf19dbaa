import type { Factor, Session } from '@supabase/supabase-js'
import { readProperty } from '../lib/read-property.ts'

/*
 * Two-factor authentication: the second factor is an authenticator app. A session starts at level 'aal1', and a code
 * raises it to 'aal2'.
 */

/** Returns the apps whose codes complete the sign-in; none if no code is required. */
export const requiredFactors = ({ user: { factors }, access_token }: Session): Factor[] =>
  needsCode(factors, access_token) ? selectVerified(factors) : []

export const selectVerified = (factors: Factor[] = []) => factors.filter(isVerified)

/**
 * Whether the user of a session has yet to enter a code.
 *
 * @param factors of the user
 * @param token of the session
 */
export const needsCode = (factors: unknown, token: string): boolean =>
  Array.isArray(factors) && factors.some(isVerified) && !isAtAal2(token)

const isVerified = (factor: unknown) => readProperty(factor, 'status') === 'verified'

/**
 * Whether the user of a token has entered a code. `getAuthenticatorAssuranceLevel` does the same, but asynchronously.
 */
export function isAtAal2(token: string): boolean {
  const [, payload = ''] = token.replaceAll('-', '+').replaceAll('_', '/').split('.')
  try {
    return readProperty(JSON.parse(atob(payload)), 'aal') === 'aal2'
  } catch {
    return false // Not a token: the service will reject it.
  }
}
