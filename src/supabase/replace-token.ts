import type { SupabaseClient } from '@supabase/supabase-js'
import { readProperty } from '../lib/read-property.ts'
import { supabaseKey, supabaseUrl } from './config.ts'
import { provesSessionEnd, sessionEnded, toUserError } from './errors.ts'
import { serviceFetch, unreachable } from './service-fetch.ts'
import { readStoredSession, reportSessionEvent, type StoredSession } from './stored-session.ts'

export type Auth = SupabaseClient['auth']

let refreshing: Promise<void> | null = null

/**
 * Refreshes the session and returns the new token. Another tab may already have replaced the old one. Null if the session
 * has ended.
 *
 * @returns `unreachable()` if the session cannot be refreshed at the moment
 */
export async function replaceToken(
  old: StoredSession,
  auth: Auth,
): Promise<string | null | Response> {
  if (isStored(old)) {
    refreshing ??= refresh(old, auth).finally(() => {
      refreshing = null
    })
    await refreshing
  }
  const stored = readStoredSession()
  // The session has ended, or the user signed out or switched to another account.
  if (stored?.userId !== old.userId) return null
  return isStored(old) ? unreachable() : stored.token
}

/** Compares both tokens: an access token that is issued within the same second can be the same. */
function isStored({ token, refreshToken }: StoredSession): boolean {
  const stored = readStoredSession()
  return stored?.token === token && stored.refreshToken === refreshToken
}

/** Refreshes the session, unless the service cannot be reached. */
async function refresh(old: StoredSession, auth: Auth): Promise<void> {
  const body = JSON.stringify({ refresh_token: old.refreshToken })
  const response = await requestRefresh(body)
  if (response.status === 502 || !isStored(old)) return
  // The auth client would retry for 26 seconds, so it only gets a response that is final. It stores or removes the
  // session, and informs the other tabs.
  finalResponse = { body, response }
  const { code } = await readBody(response)
  await auth.refreshSession()
  finalResponse = null
  // The screen that would show the rejection may be gone.
  if (!readStoredSession()) {
    const message = toUserError({ code }).message || sessionEnded
    reportSessionEvent({ kind: 'ended', message })
  }
}

/** The response to a refresh that `refresh` has requested, for the auth client. */
let finalResponse: { body: string; response: Response } | null = null

/** In milliseconds. Also if the network drops packets without reporting it. */
const maxRefreshTime = 8000

/**
 * Requests new tokens. Retries failures for three seconds.
 *
 * @returns `unreachable()` unless the response has new tokens or proves that the session has ended
 */
export async function requestRefresh(body: string): Promise<Response> {
  if (finalResponse?.body === body) return finalResponse.response
  const signal = AbortSignal.timeout(maxRefreshTime)
  const request = () =>
    serviceFetch(`${supabaseUrl}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: {
        apikey: supabaseKey,
        'Content-Type': 'application/json',
        'X-Supabase-Api-Version': '2024-01-01',
      },
      body,
      signal,
    }).catch(unreachable)

  let response = await request()
  for (let delayMs = 200; response.status >= 500 && delayMs <= 1600; delayMs *= 2) {
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    if (signal.aborted) break
    response = await request()
  }
  const { code, accessToken } = await readBody(response)
  // The service reports a malformed refresh token as 'validation_failed'.
  const hasEnded = provesSessionEnd(code) || code === 'validation_failed'
  const isFinal = response.ok ? typeof accessToken === 'string' : hasEnded
  return isFinal ? response : unreachable()
}

/** Returns the parts of a response's body that decide what happens to the session. */
export async function readBody(response: Response) {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return {
    // Auth services without error codes only have 'error'.
    code: ['error_code', 'code', 'error'].map((key) => readProperty(body, key)).find(Boolean),
    message: readProperty(body, 'message'),
    statusCode: readProperty(body, 'statusCode'),
    accessToken: readProperty(body, 'access_token'),
  }
}
