import type { Factor, Session as AuthSession } from '@supabase/supabase-js'
import { readProperty } from '../lib/read-property.ts'

/*
 * Two-factor authentication: the second factor is an authenticator app. A session starts at level 'aal1', and a code
 * raises it to 'aal2'.
 */

/** The session of a user who has yet to enter a code. */
export type CodeRequest = { email: string; factors: Factor[] }

/** Returns the apps whose codes complete the sign-in; none if no code is required. */
export const requiredFactors = ({ user: { factors }, access_token }: AuthSession): Factor[] =>
  needsCode(factors, access_token) ? selectVerified(factors) : []

export const selectVerified = (factors: Factor[] = []) => factors.filter(isVerified)

/**
 * Whether the user of a session has yet to enter a code.
 *
 * @param factors of the user
 * @param token of the session
 */
export const needsCode = (factors: unknown, token: string): boolean =>
  Array.isArray(factors) && factors.some(isVerified) && readLevel(token) !== 'aal2'

const isVerified = (factor: unknown) => readProperty(factor, 'status') === 'verified'

/** `getAuthenticatorAssuranceLevel` does the same, but asynchronously. */
function readLevel(token: string): unknown {
  const [, payload = ''] = token.replaceAll('-', '+').replaceAll('_', '/').split('.')
  try {
    return readProperty(JSON.parse(atob(payload)), 'aal')
  } catch {
    return null // Not a token: the service will reject it.
  }
}
