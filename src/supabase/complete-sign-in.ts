import { type Auth, readBody } from './replace-token.ts'
import { readUserAndUpdateSession } from './auth-user.ts'
import { readStoredSession, type StoredSession } from './stored-session.ts'

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

/**
 * Rereads the user. If a code is required, the page asks for it, and this waits until the user has entered it.
 *
 * @returns the token of the completed session; null if no code was required, or the user has signed out
 */
export async function completeSignIn(old: StoredSession, auth: Auth): Promise<string | null> {
  try {
    reading ??= readUserAndUpdateSession(auth).finally(() => {
      reading = null
    })
    await reading
    await waitForCode(auth)
  } catch {
    // The caller reports the response.
    return null
  }
  const stored = readStoredSession()
  return stored?.userId === old.userId && stored.token !== old.token ? stored.token : null
}

/** Waits while a code is required. It may be entered in another tab. */
async function waitForCode(auth: Auth): Promise<void> {
  if (!readStoredSession()?.needsCode) return
  await new Promise<void>((resolve) => {
    const { data } = auth.onAuthStateChange(() => {
      if (readStoredSession()?.needsCode) return
      data.subscription.unsubscribe()
      resolve()
    })
  })
}
