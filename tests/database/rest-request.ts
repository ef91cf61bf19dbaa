import { inject } from 'vitest'

/** Sends a request to the REST service without the client, with or without an access token. */
export async function sendRestRequest(
  path: string,
  init: RequestInit = {},
  token?: string,
  { url, publishableKey } = {
    url: inject('supabaseUrl'),
    publishableKey: inject('publishableKey'),
  },
) {
  const headers = new Headers(init.headers)
  headers.set('apikey', publishableKey)
  headers.set('content-type', 'application/json')
  if (token) headers.set('authorization', `Bearer ${token}`)
  const response = await fetch(`${url}/rest/v1/${path}`, { ...init, headers })
  return { status: response.status, text: await response.text() }
}
