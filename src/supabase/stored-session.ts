import { readObject } from '../lib/browser-storage.ts'
import { readProperty } from '../lib/read-property.ts'
import { needsCode } from '../session/second-factor.ts'
import { sessionStorageKey } from './config.ts'

/** In seconds. Longer than the margin of the auth client, which must not refresh the token meanwhile. */
const refreshMargin = 120

/** The session in this browser, as the auth client stores it. */
export type StoredSession = {
  token: string
  userId: string
  email: string
  /** Whether the token can be used, and need not be refreshed first. */
  isFresh: boolean
  /** Whether the user has yet to enter the code of an authenticator app. */
  needsCode: boolean
}

/** Reads the session without the auth client, which is large. Null if this browser stores none. */
export function readStoredSession(): StoredSession | null {
  const session = readObject(sessionStorageKey)
  const token = readProperty(session, 'access_token')
  const user = readProperty(session, 'user')
  const userId = readProperty(user, 'id')
  if (typeof token !== 'string' || typeof userId !== 'string') return null
  const email = readProperty(user, 'email')
  return {
    token,
    userId,
    email: typeof email === 'string' ? email : '',
    isFresh: Number(readProperty(session, 'expires_at')) > Date.now() / 1000 + refreshMargin,
    needsCode: needsCode(readProperty(user, 'factors'), token),
  }
}
