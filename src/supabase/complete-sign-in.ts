import { type Auth, readBody } from './replace-token.ts'
import { readUserAndUpdateSession } from './auth-user.ts'
import { listenToSession, readStoredSession, type StoredSession } from './stored-session.ts'

/*
 * A session that was signed in lacks a code once the user adds an authenticator app on another device. The database then
 * hides every row from it, and every service refuses its writes.
 */

/** Whether the services respond like this to a session that lacks a code. There may be other reasons. */
export async function mayLackCode(response: Response, url: string): Promise<boolean> {
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
export async function completeSignIn(
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
