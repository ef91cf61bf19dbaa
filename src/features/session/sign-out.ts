import { clearAll, readItem, themeKey, writeItem } from '../../lib/browser-storage.ts'
import { sessionStorageKey } from '../../supabase/config.ts'
import { authStorage, readStoredSession } from '../../supabase/stored-session.ts'
import { toast } from '../../ui/toast.tsx'
import { getSession, holdSession, showSignedOut } from './useSession.ts'

/**
 * Ends the session of this browser, in every tab; never rejects. With `isEndedAtService`, the service is not called,
 * because it has already ended the session.
 */
export async function signOut({ isEndedAtService = false } = {}): Promise<void> {
  const stored = isEndedAtService ? null : readStoredSession()
  // A canceled sign-in keeps the drafts.
  const keepsDrafts = getSession().codeRequest !== null
  // Until the service has responded: a refresh that was sent before may still store a session.
  const release = holdSession()
  // Before the page shows 'signed out'.
  clearBrowser({ keepsDrafts })
  showSignedOut()
  const isEnded = await import('./AuthSession.tsx')
    .then(({ endSession }) => endSession({ session: stored, keepsDrafts }))
    .catch(() => false)
  release()
  if (isEnded) return
  toast(
    'You are signed out here, but the service did not end your session. Other devices may still be signed in.',
  )
}

/** Clears local storage, drafts included, and all cookies. With `keepsDrafts`, removes only the session. */
export function clearBrowser({ keepsDrafts }: { keepsDrafts: boolean }): void {
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
