import { clearAll, readItem, themeKey, writeItem } from '../../lib/browser-storage.ts'
import { sessionStorageKey } from '../../supabase/config.ts'
import { authStorage } from '../../supabase/stored-session.ts'

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
