import type { SupabaseClient } from '@supabase/supabase-js'
import { toast } from 'react-hot-toast'
import { removeItem } from '../lib/browser-storage.ts'
import { readProperty } from '../lib/read-property.ts'
import { sessionStorageKey } from './config.ts'
import { fetchFirst } from './fetch-first.ts'
import { isTokenMessage, sessionEnded, toUserError } from './errors.ts'
import { readStoredSession, type StoredSession } from './stored-session.ts'

type Auth = Pick<SupabaseClient['auth'], 'refreshSession' | 'signOut'>

/**
 * Creates a `fetch` that refreshes the session and retries once when a service rejects the user's access token. The
 * client itself refreshes by the device's clock, which may be behind the server's.
 *
 * If the session has ended, signs out in this browser with a toast, keeps the drafts, and returns the rejection. Retries
 * only requests that carry the stored token.
 */
export function createFetchWithRefresh(getAuth: () => Auth | Promise<Auth>): typeof fetch {
  return async (input, init) => {
    const session = readStoredSession()
    const response = await fetchFirst(input, init)
    if (response.ok) return response

    if (isRefresh(input) && (await readError(response)).code === 'user_banned') endBlockedSession()
    const headers = new Headers(init?.headers)
    if (!session || headers.get('Authorization') !== `Bearer ${session.token}`) return response
    if (!(await isTokenRejected(response, urlOf(input)))) return response

    const token = await replaceToken(session, await getAuth())
    if (token === null) return response
    headers.set('Authorization', `Bearer ${token}`)
    return fetch(input, { ...init, headers })
  }
}

const isRefresh = (input: RequestInfo | URL) => urlOf(input).includes('grant_type=refresh_token')

/** Reports that the user is blocked, and removes the session: the client would keep it until its token expires. */
function endBlockedSession(): void {
  removeItem(sessionStorageKey)
  toast.error(toUserError({ code: 'user_banned' }).message, { id: 'user_banned' })
}

const urlOf = (input: RequestInfo | URL) => (input instanceof Request ? input.url : String(input))

/** The database and the functions respond with 401, the auth service with 403, storage with 400. */
async function isTokenRejected(response: Response, url: string): Promise<boolean> {
  const isAuth = url.includes('/auth/v1/')
  // The auth service responds with 401 if the code of the second factor is missing.
  if (response.status === 401) return !isAuth
  if (response.status !== 400 && response.status !== 403) return false
  const { code, message } = await readError(response)
  if (isAuth) return code === 'bad_jwt'
  return url.includes('/storage/v1/') && isTokenMessage(message)
}

async function readError(response: Response) {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return {
    code: readProperty(body, 'error_code') ?? readProperty(body, 'code'),
    message: readProperty(body, 'message'),
  }
}

/**
 * Returns the token that replaces a rejected one, or null if the session has ended.
 *
 * @throws TypeError, like `fetch`, if the session cannot be refreshed at the moment
 */
async function replaceToken(rejected: StoredSession, auth: Auth): Promise<string | null> {
  const isReplaced = readStoredSession()?.token !== rejected.token
  // Concurrent calls share one request.
  const { error } = isReplaced ? { error: null } : await auth.refreshSession()
  const stored = readStoredSession()
  // The user signed out, or switched to another account.
  if (stored?.userId !== rejected.userId) return null
  if (stored.token !== rejected.token) return stored.token

  if (![400, 401, 403, 404].includes(error?.status ?? 0)) {
    throw new TypeError('Failed to fetch', { cause: error })
  }
  // The client keeps a session whose token has not expired by the device's clock. Signing out sends no request once the
  // session is removed.
  removeItem(sessionStorageKey)
  await auth.signOut({ scope: 'local' })
  // The screen that would show the rejection may be gone.
  toast.error(sessionEnded, { id: 'session-ended' })
  return null
}
