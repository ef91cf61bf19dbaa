import { appHeaders, supabaseKey, supabaseUrl } from './config.ts'

/** In milliseconds. The database aborts a statement earlier. */
const maxReadTime = 15_000

/** The response in place of one that did not come from the service. `toUserError` reports it as 'unreachable'. */
export const unreachable = (): Response =>
  Response.json({ message: 'The service cannot be reached' }, { status: 502 })

/**
 * A `fetch` for the services, for both data clients. Replaces the pages of captive portals and proxies, which may have
 * any status, by `unreachable()`, but not a gateway's response to an upload that is too large. Reads of rows that get no
 * response fail in the same way: a network may drop packets without reporting it.
 */
export const serviceFetch: typeof fetch = async (input, init) => {
  const early = await takeEarly(input, init)
  if (early) return early
  const response = await (isRead(input, init) ? readInTime(input, init) : fetch(input, init))
  return isForeign(response) ? unreachable() : response
}

function isForeign({ status, headers }: Response): boolean {
  const isPage = headers.get('Content-Type')?.startsWith('text/html') && status !== 413
  return isPage || status === 511
}

const isRead = (input: RequestInfo | URL, { method = 'GET', signal }: RequestInit = {}) =>
  method === 'GET' && !signal && urlOf(input).includes('/rest/v1/')

const urlOf = (input: RequestInfo | URL) => (input instanceof Request ? input.url : String(input))

async function readInTime(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), maxReadTime)
  try {
    return await fetch(input, { ...init, signal: timeout.signal })
  } catch (error) {
    if (timeout.signal.aborted) return unreachable()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/*
 * The inline script reads the rows that a page shows first while the app's code is still loading
 * (src/app/static/early-requests.ts). When the app sends the same request, it gets that response.
 */

declare global {
  /** By token, URL and body. */
  var earlyResponses:
    | Map<string, { sentAt: number; response: Promise<Response | null> }>
    | undefined
}

/** In milliseconds. The connection may drop after the rows have arrived, and return much later. */
const maxEarlyAge = 30_000

/** Another session must not show the rows, even if it is of the same user. */
const keyOf = (url: string, authorization: string | null, body = '') =>
  `${authorization} ${url} ${body}`

type Parameters = { [name: string]: string | number | undefined }

/**
 * Reads rows before a data client has loaded.
 *
 * @param parameters in the client's order
 * @param token of the session, if only a user may read the rows
 * @param body the arguments of a function that the client calls with POST
 */
export function readEarly(
  path: string,
  parameters: Parameters,
  token?: string,
  body?: Parameters,
): void {
  const url = new URL(`${supabaseUrl}/rest/v1/${path}`)
  for (const [name, value] of Object.entries(parameters)) {
    // The data client also removes the spaces of a list of columns.
    const text = name === 'select' ? String(value).replaceAll(' ', '') : String(value)
    url.searchParams.append(name, text)
  }
  const authorization = token ? `Bearer ${token}` : null
  const headers = {
    ...appHeaders,
    apikey: supabaseKey,
    ...(authorization && { Authorization: authorization }),
    ...(body && { 'Content-Type': 'application/json' }),
  }
  const call = body && { method: 'POST', body: JSON.stringify(body) }
  const response = readInTime(url, { headers, ...call }).catch(() => null)
  const key = keyOf(url.href, authorization, call?.body)
  globalThis.earlyResponses ??= new Map()
  globalThis.earlyResponses.set(key, { sentAt: Date.now(), response })
}

/** Returns the early response to a request, once, if it was sent recently and has succeeded. */
async function takeEarly(input: RequestInfo | URL, init?: RequestInit): Promise<Response | null> {
  const { earlyResponses } = globalThis
  const { method = 'GET', headers, body = '' } = init ?? {}
  if (!earlyResponses || !/^(GET|POST)$/.test(method) || typeof body !== 'string') return null
  const key = keyOf(urlOf(input), new Headers(headers).get('Authorization'), body)
  const early = earlyResponses.get(key)
  if (!early) return null
  // Without waiting for it: a refetch after a write must not take it. In a task, because strict mode starts a query twice.
  setTimeout(() => earlyResponses.delete(key))
  const response = Date.now() - early.sentAt <= maxEarlyAge ? await early.response : null
  return response?.ok && !isForeign(response) ? response.clone() : null
}
