/** A response that src/first-requests.ts has requested. */
type FirstResponse = {
  authorization: string | null
  /** Milliseconds since 1970. */
  sentAt: number
  response: Promise<Response>
}

declare global {
  /** By `keyOf`. Undefined if the page has sent no first requests. */
  var firstResponses: Map<string, FirstResponse> | undefined
}

/** In milliseconds. The connection may drop after the rows have arrived, and return much later. */
const maxAge = 30_000

/** Returns what identifies a request among the first ones of a page. */
export const keyOf = (url: string, { method = 'GET', body }: RequestInit): string =>
  `${method} ${url} ${typeof body === 'string' ? body : ''}`

/**
 * A `fetch` that returns the response to a first request of the page, once, if it was sent recently and with the same
 * token.
 */
export const fetchFirst: typeof fetch = async (input, init = {}) => {
  const key = keyOf(input instanceof Request ? input.url : String(input), init)
  const first = globalThis.firstResponses?.get(key)
  const authorization = new Headers(init.headers).get('Authorization')
  if (!first || first.authorization !== authorization) return fetch(input, init)
  globalThis.firstResponses?.delete(key)
  const isOld = Date.now() - first.sentAt > maxAge
  const response = isOld ? null : await first.response.catch(() => null)
  return response ?? fetch(input, init)
}
