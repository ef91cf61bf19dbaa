import { AuthSessionMissingError } from '@supabase/supabase-js'
import { supabase } from '../supabase/client.ts'
import { sessionStorageKey } from '../supabase/config.ts'
import { clearAll, readItem, readObject, writeItem } from '../lib/browser-storage.ts'

/** Survives a sign-out: it says nothing about the person. */
const themeKey = 'theme'

/**
 * Signs out of this browser on purpose: clears local storage and all cookies, drafts included, and then signs out of
 * the auth service. (A session that ends by itself leaves the drafts for when the person returns.)
 * The client reads its token from that very storage, so the token is taken out first and handed to
 * the logout call; afterwards the client finds no session and only tells the other tabs.
 *
 * @param isEndedAtService the service has ended the session already, and need not be told
 * @returns false when the service could not end the session. Statuses 401, 403 and 404 mean that it
 * has ended already.
 */
export async function endSession(isEndedAtService = false): Promise<boolean> {
  const token = isEndedAtService ? null : storedToken()
  clearStorage()
  clearCookies()
  const ended = token === null || (await logOut(token))
  // A refresh under way may have written a session meanwhile: this removes it, without a request.
  clearStorage()
  await supabase.auth.signOut({ scope: 'local' }).catch(() => undefined)
  return ended
}

/**
 * Ends every session of this person at the auth service. This browser keeps what it has: whoever asked
 * signs out here once it is confirmed.
 *
 * @throws unless the service confirmed it. A session that had ended already confirms nothing about the others.
 */
export async function endAllSessions(): Promise<void> {
  // Refreshes an expired token, which the service would refuse.
  const { data, error } = await supabase.auth.getSession()
  if (error) throw error
  if (!data.session) throw new AuthSessionMissingError()
  const answer = await supabase.auth.admin.signOut(data.session.access_token, 'global')
  if (answer.error) throw answer.error
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

function storedToken(): string | null {
  const session = readObject('local', sessionStorageKey)
  const token: unknown = session && Reflect.get(session, 'access_token')
  return typeof token === 'string' ? token : null
}

function clearStorage(): void {
  const theme = readItem('local', themeKey)
  clearAll('local')
  if (theme !== null) writeItem('local', themeKey, theme)
}

/** Every cookie a page can see, on this path and those above, on this host and its parents. */
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
