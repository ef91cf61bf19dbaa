import { inject } from 'vitest'
import { replaceClaims } from '../../tooling/real-services/tokens.ts'

/** Returns the token of a session as it was issued two hours ago: it expired an hour ago. */
export function expireToken(token: string): string {
  const now = Math.floor(Date.now() / 1000)
  return replaceClaims(token, { iat: now - 7200, exp: now - 3600 }, inject('jwtSecret'))
}
