import { supabase } from './client.ts'
import { functionErrorMessage } from './error-message.ts'

type Call = { method?: 'GET' | 'POST'; body?: Record<string, unknown>; failure: string }

/**
 * Calls an edge function as the signed-in user and returns its answer.
 *
 * @throws an Error with the function's own error text, else with `failure`; 'No access token
 * available' when nobody is signed in (specification, section 8)
 */
export async function callFunction(path: string, { method = 'POST', body, failure }: Call) {
  const { data: session } = await supabase.auth.getSession()
  if (!session.session) throw new Error('No access token available')
  const { data, error, response } = await supabase.functions.invoke<unknown>(path, { method, body })
  if (error) throw new Error(await functionErrorMessage(error, failure))
  return { data, response }
}
