import { supabase } from './client.ts'
import { isConnectionProblem, ServiceError, wholeSentence } from './errors.ts'

/**
 * Calls an edge function as the signed-in user.
 *
 * @param path name of the function, with the path below it and a query
 * @returns the parsed answer, and the response for its headers
 * @throws ServiceError whose message is the function's own error text where it gave one, or 'No access
 * token available' when nobody is signed in
 */
export async function callFunction(
  path: string,
  { method = 'POST', body }: { method?: 'GET' | 'POST'; body?: Record<string, unknown> } = {},
) {
  const { data: stored, error: notRenewed } = await supabase.auth.getSession()
  // An expired token that cannot be renewed for want of a connection is not the end of the session.
  if (isConnectionProblem(notRenewed)) throw new ServiceError(notRenewed)
  if (!stored.session) {
    throw new ServiceError({ message: 'No access token available', code: wholeSentence }, 401)
  }
  const { data, error, response } = await supabase.functions.invoke<unknown>(path, { method, body })
  if (!error) return { data, response }

  const answer: unknown = await response?.json().catch(() => null)
  const sentence = isObject(answer) && typeof answer.error === 'string' ? answer.error : ''
  throw new ServiceError(
    sentence ? { message: sentence, code: wholeSentence } : error,
    response?.status ?? 0,
  )
}

const isObject = (value: unknown): value is { error?: unknown } =>
  typeof value === 'object' && value !== null
