import { inject } from 'vitest'

/** Calls an edge function as a browser would, with a user's access token. */
export function callFunction(
  path: string,
  { token, method = 'POST', body }: { token?: string; method?: string; body?: unknown } = {},
): Promise<Response> {
  return fetch(`${inject('supabaseUrl')}/functions/v1/${path}`, {
    method,
    headers: {
      apikey: inject('publishableKey'),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}
