import {
  type AuthError,
  AuthSessionMissingError,
  isAuthSessionMissingError,
} from '@supabase/supabase-js'
import { createSeparateClient, supabase } from '../supabase/client.ts'
import { sessionStorageKey } from '../supabase/config.ts'
import { readProperty } from '../lib/read-property.ts'
import {
  clearAll,
  readItem,
  readObject,
  removeItem,
  themeKey,
  writeItem,
} from '../lib/browser-storage.ts'

type Ending = {
  /** The service has already ended the session, so it is not called. */
  isEndedAtService?: boolean | undefined
  /** Keeps everything but the session. */
  keepsDrafts?: boolean
}

/**
 * Signs out of this browser: clears local storage, drafts included, and all cookies, then signs out of the auth
 * service. (A session that expires keeps the drafts for when the user returns, and so does a canceled sign-in.) The
 * client reads its tokens from local storage, so they are read first.
 *
 * @returns false when the service could not end the session
 */
export async function endSession({ isEndedAtService, keepsDrafts }: Ending = {}): Promise<boolean> {
  const clear = keepsDrafts ? () => removeItem(sessionStorageKey) : clearBrowser
  const tokens = isEndedAtService ? null : readStoredTokens()
  clear()
  const ended = tokens === null || (await endAtService(tokens).catch(() => false))
  // A token refresh may have stored a session in the meantime. Once that is cleared, the local sign-out sends no
  // request and only informs the other tabs.
  clear()
  await supabase.auth.signOut({ scope: 'local' }).catch(() => undefined)
  return ended
}

/**
 * Ends every session of the user at the auth service, but keeps this browser's data: the caller signs out here once
 * the service has confirmed.
 *
 * @throws unless the service confirmed. A 401 does not prove that the other sessions ended.
 */
export async function endAllSessions(): Promise<void> {
  // Refreshes an expired token; a rejected one is refreshed by the call below.
  const { data, error } = await supabase.auth.getSession()
  if (error) throw error
  if (!data.session) throw new AuthSessionMissingError()
  const response = await supabase.auth.admin.signOut(data.session.access_token, 'global')
  if (response.error) throw response.error
}

type Tokens = { accessToken: string; refreshToken: string }

/** Refreshes a session whose access token is rejected: its refresh token would stay valid. */
async function endAtService({ accessToken, refreshToken }: Tokens): Promise<boolean> {
  const { auth } = createSeparateClient()
  const { error } = await auth.admin.signOut(accessToken, 'local')
  if (!error || hasEnded(error)) return true
  if (![401, 403, 404].includes(error.status ?? 0) || !refreshToken) return false

  const refreshed = await auth.refreshSession({ refresh_token: refreshToken })
  if (!refreshed.data.session) return hasEnded(refreshed.error)
  const retried = await auth.admin.signOut(refreshed.data.session.access_token, 'local')
  return !retried.error || hasEnded(retried.error)
}

const endedCodes = new Set([
  'session_not_found',
  'session_expired',
  'user_not_found',
  'refresh_token_not_found',
  'refresh_token_already_used',
])

/** Whether an error proves that the session has ended. The status does not: an expired token is a 403, too. */
function hasEnded(error: AuthError | null): boolean {
  // The client has an error of its own for session_not_found.
  return isAuthSessionMissingError(error) || endedCodes.has(error?.code ?? '')
}

function readStoredTokens(): Tokens | null {
  const stored = readObject(sessionStorageKey)
  const accessToken = readProperty(stored, 'access_token')
  const refreshToken = readProperty(stored, 'refresh_token')
  if (typeof accessToken !== 'string') return null
  return { accessToken, refreshToken: typeof refreshToken === 'string' ? refreshToken : '' }
}

function clearBrowser(): void {
  const theme = readItem(themeKey)
  clearAll()
  if (theme !== null) writeItem(themeKey, theme)
  clearCookies()
}

/** Deletes every cookie that the page can read: on this path and its parents, this host and its parent domains. */
function clearCookies(): void {
  const names = document.cookie.split(';').flatMap((pair) => pair.split('=')[0]?.trim() || [])
  if (names.length === 0) return
  const segments = window.location.pathname.split('/')
  const paths = segments.map((_, index) => segments.slice(0, index + 1).join('/') || '/')
  const labels = window.location.hostname.split('.')
  const domains = labels.map((_, index) => `; domain=${labels.slice(index).join('.')}`)
  for (const name of names) {
    for (const path of paths) {
      for (const domain of ['', ...domains]) {
        document.cookie = `${name}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=${path}${domain}`
      }
    }
  }
}
