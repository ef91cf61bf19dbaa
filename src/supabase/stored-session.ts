import type { Factor } from '@supabase/supabase-js'
import { parseObject, readItem, removeItem, writeItem } from '../lib/browser-storage.ts'
import { readProperty, readText } from '../lib/read-property.ts'
import { sessionStorageKey } from './config.ts'

/** In seconds. The token must not expire on its way to the service. */
const refreshMargin = 60

export type StoredSession = {
  token: string
  refreshToken: string
  userId: string
  email: string
  /** Whether the token can be used, and need not be refreshed first. */
  isFresh: boolean
  /** Whether the user has entered the code of an authenticator app. */
  isAtAal2: boolean
  /** Whether the user has yet to enter the code of an authenticator app. */
  needsCode: boolean
  /** The apps whose code is needed; none if none is. */
  requiredApps: AuthenticatorApp[]
}

export type AuthenticatorApp = { id: string; friendly_name: string }

/** Reads the session without the auth client, which is large. Null if this browser stores none. */
export function readStoredSession(): StoredSession | null {
  const session = parseObject(readStored())
  const token = readText(session, 'access_token')
  const user = readProperty(session, 'user')
  const userId = readText(user, 'id')
  if (!token || !userId) return null
  const requiredApps = isAtAal2(token) ? [] : readApps(readProperty(user, 'factors'))
  return {
    token,
    refreshToken: readText(session, 'refresh_token'),
    userId,
    email: readText(user, 'email'),
    isFresh: Number(readProperty(session, 'expires_at')) > now() + refreshMargin,
    isAtAal2: isAtAal2(token),
    needsCode: requiredApps.length > 0,
    requiredApps,
  }
}

export type SessionEvent =
  /** In this tab or another one. */
  | { kind: 'changed' }
  /** Another tab has cleared local storage, as signing out does. */
  | { kind: 'cleared' }
  /** The service has ended the session. */
  | { kind: 'ended'; message: string }

const listeners = new Set<(event: SessionEvent) => void>()

/**
 * Calls a function when something happens to the stored session. The auth client stores each change, so this needs no
 * auth client.
 *
 * @returns a function that unsubscribes
 */
export function listenToSession(listener: (event: SessionEvent) => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null) listener({ kind: 'cleared' })
    if (key === sessionStorageKey) listener({ kind: 'changed' })
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

export function reportSessionEvent(event: SessionEvent): void {
  for (const listener of listeners) listener(event)
}

/**
 * The storage of the auth client. Hides when the token expires, so that the client does not refresh it: while the
 * service cannot be reached, the client would show no session for 26 seconds, and it removes a session for any status
 * from 400 to 499. `createFetchWithRefresh` refreshes instead.
 *
 * Stores when the token expires by the device's clock, which may differ from the server's.
 */
export const authStorage = {
  getItem: (key: string): string | null => {
    if (key !== sessionStorageKey) return readItem(key)
    const session = parseObject(readStored())
    return session && JSON.stringify({ ...session, expires_at: null })
  },
  setItem: (key: string, value: string): void => {
    if (key === sessionStorageKey) writeSession(parseObject(value))
    else writeItem(key, value)
  },
  removeItem: (key: string): void => {
    removeItem(key)
    if (key !== sessionStorageKey) return
    unstoredSession = null
    reportSessionEvent({ kind: 'changed' })
  },
}

/** Where the browser blocks local storage. */
let unstoredSession: string | null = null

const readStored = () => unstoredSession ?? readItem(sessionStorageKey)

function writeSession(session: object | null): void {
  const stored = parseObject(readStored())
  const isNewToken = ['access_token', 'refresh_token'].some(
    (name) => readProperty(session, name) !== readProperty(stored, name),
  )
  const expires_at = isNewToken
    ? now() + Number(readProperty(session, 'expires_in'))
    : readProperty(stored, 'expires_at')
  const text = JSON.stringify({ ...session, expires_at })
  writeItem(sessionStorageKey, text)
  unstoredSession = readItem(sessionStorageKey) === text ? null : text
  reportSessionEvent({ kind: 'changed' })
}

const now = () => Math.floor(Date.now() / 1000)

/*
 * Two-factor authentication: the second factor is an authenticator app. A session starts at level 'aal1', and a code
 * raises it to 'aal2'.
 */

export const selectVerified = (factors: Factor[] = []) => factors.filter(isVerified)

const isVerified = (factor: unknown) => readProperty(factor, 'status') === 'verified'

const readApps = (factors: unknown): AuthenticatorApp[] =>
  (Array.isArray(factors) ? factors : [])
    .filter(isVerified)
    .map((app) => ({ id: readText(app, 'id'), friendly_name: readText(app, 'friendly_name') }))

/** `getAuthenticatorAssuranceLevel` does the same, but asynchronously. */
const isAtAal2 = (token: string): boolean => readProperty(readClaims(token), 'aal') === 'aal2'

/** Returns what a token says. Null if it is none: the service will reject it. */
export function readClaims(token: string): unknown {
  const [, payload = ''] = token.replaceAll('-', '+').replaceAll('_', '/').split('.')
  try {
    return JSON.parse(atob(payload))
  } catch {
    return null
  }
}
