import type { AuthError } from '@supabase/supabase-js'
import { clearAll, readItem, themeKey, writeItem } from '../../lib/browser-storage.ts'
import { sessionStorageKey } from '../../supabase/config.ts'
import { provesSessionEnd, sessionMissing, toUserError } from '../../supabase/errors.ts'
import { loadClient } from '../../supabase/load-client.ts'
import {
  authStorage,
  readStoredSession,
  type StoredSession,
} from '../../supabase/stored-session.ts'
import { toast } from '../../ui/toast.tsx'
import { closeUserCache } from './user-cache.ts'
import { getSession, holdSession, showSignedOut } from './useSession.ts'

/**
 * Ends the session of this browser, in every tab; never rejects. Loads the client of users only after clearing the
 * browser, so that this also works offline. With `isEndedAtService`, the service is not called,
 * because it has already ended the session.
 */
export async function signOut({ isEndedAtService = false } = {}): Promise<void> {
  const session = isEndedAtService ? null : readStoredSession()
  // A canceled sign-in keeps the drafts, and so does a session that expires: for when the user returns.
  const keepsDrafts = getSession().codeRequest !== null
  // Until the service has responded: a refresh that was sent before may still store a session.
  const release = holdSession()
  // Before the page shows 'signed out'.
  clearBrowser({ keepsDrafts })
  showSignedOut()
  closeUserCache()
  const isEnded = session === null || (await endAtService(session).catch(() => false))
  // Once that session is cleared, the local sign-out sends no request and only informs the other tabs.
  clearBrowser({ keepsDrafts })
  await loadClient()
    .then(({ auth }) => auth.signOut({ scope: 'local' }))
    .catch(() => undefined)
  release()
  if (isEnded) return
  toast(
    'You are signed out here, but the service did not end your session. Other devices may still be signed in.',
  )
}

/** Clears local storage, drafts included, and all cookies. With `keepsDrafts`, removes only the session. */
function clearBrowser({ keepsDrafts }: { keepsDrafts: boolean }): void {
  // First, and in one step: other tabs recognize a sign-out by it.
  if (!keepsDrafts) clearStorageAndCookies()
  // Also where the browser blocks local storage.
  authStorage.removeItem(sessionStorageKey)
}

function clearStorageAndCookies(): void {
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
  for (const cookie of names) {
    for (const path of paths) {
      for (const domain of ['', ...domains]) {
        document.cookie = `${cookie}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=${path}${domain}`
      }
    }
  }
}

/**
 * Ends the user's sessions on every device. Keeps this browser's data: the caller signs out here once the service has
 * confirmed.
 */
export const endAllSessions = () => endSessions('global')

export const endOtherSessions = () => endSessions('others')

/** Throws unless the service confirmed. A 401 does not prove that the other sessions ended. */
async function endSessions(scope: 'global' | 'others'): Promise<void> {
  const session = readStoredSession()
  if (!session) throw toUserError({ code: sessionMissing })
  const { auth } = await loadClient()
  const { error } = await auth.admin.signOut(session.token, scope)
  if (error) throw error
}

/** Refreshes a session whose access token is rejected: its refresh token would stay valid. */
async function endAtService({ token, refreshToken }: StoredSession): Promise<boolean> {
  // oxlint-disable-next-line no-restricted-imports -- On demand, after the browser has been cleared.
  const { createSeparateClient } = await import('../../supabase/client.ts')
  const { auth } = createSeparateClient()
  const { error } = await auth.admin.signOut(token, 'local')
  if (!error || hasEnded(error)) return true
  if (![401, 403, 404].includes(error.status ?? 0) || !refreshToken) return false

  const refreshed = await auth.refreshSession({ refresh_token: refreshToken })
  if (!refreshed.data.session) return hasEnded(refreshed.error)
  const retried = await auth.admin.signOut(refreshed.data.session.access_token, 'local')
  return !retried.error || hasEnded(retried.error)
}

/** The client has an error of its own for session_not_found. */
const hasEnded = (error: AuthError | null): boolean =>
  error?.name === sessionMissing || provesSessionEnd(error?.code)
