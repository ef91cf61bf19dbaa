import { isTokenMessage } from './errors.ts'
import { readUserAndUpdateSession } from './read-user.ts'
import { type Auth, readBody, replaceToken, requestRefresh } from './replace-token.ts'
import { serviceFetch } from './service-fetch.ts'
import { listenToSession, readStoredSession, type StoredSession } from './stored-session.ts'

/**
 * Creates a `fetch` that refreshes the session before a request with an expired token, and when a service rejects the
 * token: the device's clock may have changed. Then it retries once. Only for requests that carry the stored token.
 *
 * Does the same once the user has entered a code, if the session lacked one. Empty lists are not requested again: most are
 * empty for another reason, and useSession reloads them.
 *
 * If the session has ended, the auth client signs out in this browser, the reason is reported, drafts are kept, and the
 * service's rejection is returned. If the session cannot be refreshed at the moment, returns `unreachable()`.
 */
export function createFetchWithRefresh(getAuth: () => Auth): typeof fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    const body = init?.body
    if (url.includes('grant_type=refresh_token') && typeof body === 'string') {
      return requestRefresh(body)
    }

    const session = readStoredSession()
    const headers = new Headers(init?.headers)
    if (!session || headers.get('Authorization') !== `Bearer ${session.token}`) {
      return serviceFetch(input, init)
    }
    const send = (token: string) => {
      headers.set('Authorization', `Bearer ${token}`)
      return serviceFetch(input, { ...init, headers })
    }

    const response = session.isFresh ? await send(session.token) : null
    if (response && (await mayLackCode(response, url))) {
      const isList = response.ok && (init?.method ?? 'GET') === 'GET'
      const completion = completeSignIn(session, getAuth(), !isList)
      // The auth client would store the old session again after a successful retry.
      const token = isList || url.includes('/auth/v1/') ? null : await completion
      return token === null ? response : send(token)
    }
    if (response && !(await isTokenRejected(response, url))) return response
    const token = await replaceToken(session, getAuth())
    if (token instanceof Response) return token
    return token === null ? (response ?? send(session.token)) : send(token)
  }
}

/** The database and the functions respond with 401, the auth service with 403, storage with 400. */
async function isTokenRejected(response: Response, url: string): Promise<boolean> {
  const isAuth = url.includes('/auth/v1/')
  // The auth service responds with 401 if the code of the second factor is missing.
  if (response.status === 401) return !isAuth
  if (response.status !== 400 && response.status !== 403) return false
  const { code, message } = await readBody(response)
  if (isAuth) return code === 'bad_jwt'
  return url.includes('/storage/v1/') && isTokenMessage(message)
}

/*
 * A session that was signed in lacks a code once the user adds an authenticator app on another device. The database then
 * hides every row from it, and every service refuses its writes.
 */

/** Whether the services respond like this to a session that lacks a code. There may be other reasons. */
async function mayLackCode(response: Response, url: string): Promise<boolean> {
  const { status } = response
  if (url.includes('/auth/v1/')) {
    return status === 401 && (await readBody(response)).code === 'insufficient_aal'
  }
  if (url.includes('/storage/v1/')) {
    return status === 400 && String((await readBody(response)).statusCode) === '403'
  }
  // 406: one row was expected.
  if (status === 403 || status === 406) return true
  // Without rows. A delete has no range: it is also without rows if it returns none.
  if (!response.ok || !response.headers.get('Content-Range')?.startsWith('*')) return false
  return ['', '[]'].includes(await response.clone().text())
}

let reading: Promise<unknown> | null = null

const readUser = (auth: Auth) =>
  (reading ??= readUserAndUpdateSession(auth).finally(() => {
    reading = null
  }))

/**
 * Rereads the user. If a code is required, the page asks for it, and this waits until the user has entered it.
 *
 * @param isRefused false for an empty list, which usually has another reason
 * @returns the token of the completed session; null if no code was required, or the user has signed out
 */
async function completeSignIn(
  old: StoredSession,
  auth: Auth,
  isRefused: boolean,
): Promise<string | null> {
  try {
    const wasReading = reading !== null
    await readUser(auth)
    // That read may have started before the app was added.
    if (wasReading && isRefused && !readStoredSession()?.needsCode) await readUser(auth)
    await waitForCode()
  } catch {
    // The caller reports the response.
    return null
  }
  const stored = readStoredSession()
  return stored?.userId === old.userId && stored.token !== old.token ? stored.token : null
}

/** Waits while a code is required. It may be entered in another tab. */
async function waitForCode(): Promise<void> {
  if (!readStoredSession()?.needsCode) return
  await new Promise<void>((resolve) => {
    const stop = listenToSession(() => {
      if (readStoredSession()?.needsCode) return
      stop()
      resolve()
    })
  })
}
