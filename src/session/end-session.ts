import { AuthSessionMissingError } from '@supabase/supabase-js'
import { supabase } from '../supabase/client.ts'
import { sessionStorageKey } from '../supabase/config.ts'
import { readProperty } from '../lib/read-property.ts'
import { clearAll, readItem, readObject, themeKey, writeItem } from '../lib/browser-storage.ts'

/**
 * Signs out of this browser: clears local storage, drafts included, and all cookies, then signs out of the auth
 * service. (A session that expires keeps the drafts for when the user returns.) The client reads its token from local
 * storage, so the token is read first and passed to the logout call.
 *
 * @param isEndedAtService the service has already ended the session, so it is not called
 * @returns false when the service could not end the session. Statuses 401, 403 and 404 mean that it has already ended.
 */
export async function endSession(isEndedAtService = false): Promise<boolean> {
  const token = isEndedAtService ? null : readStoredToken()
  clearStorage()
  clearCookies()
  const ended = token === null || (await logOut(token))
  // A token refresh may have stored a session in the meantime. Once that is cleared, the local sign-out sends no
  // request and only informs the other tabs.
  clearStorage()
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
  // Refreshes an expired token.
  const { data, error } = await supabase.auth.getSession()
  if (error) throw error
  if (!data.session) throw new AuthSessionMissingError()
  const response = await supabase.auth.admin.signOut(data.session.access_token, 'global')
  if (response.error) throw response.error
}

async function logOut(token: string): Promise<boolean> {
  try {
    const { error } = await supabase.auth.admin.signOut(token, 'local')
    return (
      !error ||
      [401, 403, 404].includes(error.status ?? 0) ||
      error.name === 'AuthSessionMissingError'
    )
  } catch {
    return false
  }
}

function readStoredToken(): string | null {
  const token = readProperty(readObject(sessionStorageKey), 'access_token')
  return typeof token === 'string' ? token : null
}

function clearStorage(): void {
  const theme = readItem(themeKey)
  clearAll()
  if (theme !== null) writeItem(themeKey, theme)
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
