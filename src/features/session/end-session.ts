import {
  type AuthError,
  AuthSessionMissingError,
  isAuthSessionMissingError,
} from '@supabase/supabase-js'
import { createSeparateClient, supabase } from '../../supabase/client.ts'
import { provesSessionEnd } from '../../supabase/errors.ts'
import { readStoredSession, type StoredSession } from '../../supabase/stored-session.ts'
import { clearBrowser } from './sign-out.ts'
import { closeUserCache } from './user-cache.ts'

type Ending = {
  /** Null if the service has already ended it. */
  session: StoredSession | null
  /** Keeps everything but the session. */
  keepsDrafts: boolean
}

/**
 * Signs out of the auth service, after this browser has been cleared. (A session that expires keeps the drafts for when
 * the user returns, and so does a canceled sign-in.)
 *
 * @returns false when the service could not end the session
 */
export async function endSession({ session, keepsDrafts }: Ending): Promise<boolean> {
  closeUserCache()
  const isEnded = session === null || (await endAtService(session).catch(() => false))
  // A token refresh may have stored a session in the meantime. Once that is cleared, the local sign-out sends no
  // request and only informs the other tabs.
  clearBrowser({ keepsDrafts })
  await supabase.auth.signOut({ scope: 'local' }).catch(() => undefined)
  return isEnded
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
  if (!session) throw new AuthSessionMissingError()
  const { error } = await supabase.auth.admin.signOut(session.token, scope)
  if (error) throw error
}

/** Refreshes a session whose access token is rejected: its refresh token would stay valid. */
async function endAtService({ token, refreshToken }: StoredSession): Promise<boolean> {
  const { auth } = createSeparateClient()
  const { error } = await auth.admin.signOut(token, 'local')
  if (!error || hasEnded(error)) return true
  if (![401, 403, 404].includes(error.status ?? 0) || !refreshToken) return false

  const refreshed = await auth.refreshSession({ refresh_token: refreshToken })
  if (!refreshed.data.session) return hasEnded(refreshed.error)
  const retried = await auth.admin.signOut(refreshed.data.session.access_token, 'local')
  return !retried.error || hasEnded(retried.error)
}

function hasEnded(error: AuthError | null): boolean {
  // The client has an error of its own for session_not_found.
  return isAuthSessionMissingError(error) || provesSessionEnd(error?.code)
}
