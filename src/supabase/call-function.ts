import { readText } from '../lib/read-property.ts'
import { isConnectionProblem, toUserError, UserError } from './errors.ts'
import { loadClient } from './load-client.ts'
import { readStoredSession } from './stored-session.ts'

type Options = {
  method?: 'GET' | 'POST'
  body?: Record<string, unknown>
  /** Milliseconds until the request is aborted. */
  timeout?: number
}

/**
 * Calls an edge function as the signed-in user.
 *
 * @param path name of the function, with the path below it and a query
 * @returns the parsed body, and the response for its headers
 * @throws UserError with the function's own error text if it sent one, or 'No access token available' if signed out
 */
export async function callFunction(path: string, { method = 'POST', body, timeout }: Options = {}) {
  if (!readStoredSession()) {
    throw new UserError('No access token available', { status: 401, isComplete: true })
  }
  const { functions } = await loadClient()
  const { data, error, response } = await functions.invoke<unknown>(path, {
    method,
    body,
    ...(timeout !== undefined && { timeout }),
  })
  if (!error) return { data, response }

  const failure = toUserError(error, response?.status)
  if (isConnectionProblem(failure)) throw failure
  const message = readText(await response?.json().catch(() => null), 'error')
  if (!message) throw failure
  throw new UserError(message, { status: failure.status, isComplete: true, cause: error })
}
