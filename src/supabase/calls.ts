import type { PostgrestSingleResponse } from '@supabase/supabase-js'
import { supabase } from './client.ts'
import { wholeSentence, NothingChanged, ServiceError } from './errors.ts'

/* How every call ends: with its data, or with an error that knows its HTTP status. */

/**
 * The data of a finished database call.
 *
 * @throws ServiceError when the call failed
 */
export function unwrap<Data>({ data, error, status }: PostgrestSingleResponse<Data>): Data {
  if (error) throw new ServiceError(error, status)
  return data
}

/**
 * The row that an update or a delete returned, asked for with `.select(...).maybeSingle()`.
 *
 * @param gone the sentence for when no row was changed: it was deleted, or is hidden from this person
 * @throws ServiceError when the call failed, NothingChanged when it touched no row
 */
export function changedRow<Row>(
  response: PostgrestSingleResponse<Row>,
  gone: string,
): NonNullable<Row> {
  const row = unwrap(response)
  if (row === null || row === undefined) throw new NothingChanged(gone)
  return row
}

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
  const { data: session } = await supabase.auth.getSession()
  if (!session.session) {
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
