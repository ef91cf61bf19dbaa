/** A response that src/first-requests.ts has requested. */
type FirstResponse = { authorization: string | null; response: Promise<Response> }

declare global {
  /** By `keyOf`. Undefined if the page has sent no first requests. */
  var firstResponses: Map<string, FirstResponse> | undefined
}

/** Returns what identifies a request among the first ones of a page. */
export const keyOf = (url: string, body?: unknown): string =>
  typeof body === 'string' ? `${url} ${body}` : url

/**
 * A `fetch` that returns the response to a first request of the page, once, if it was sent with the same token and has
 * succeeded.
 */
export const fetchFirst: typeof fetch = async (input, init) => {
  const key = keyOf(input instanceof Request ? input.url : String(input), init?.body)
  const first = globalThis.firstResponses?.get(key)
  const authorization = new Headers(init?.headers).get('Authorization')
  if (!first || authorization !== first.authorization) return fetch(input, init)
  globalThis.firstResponses?.delete(key)
  const response = await first.response.catch(() => null)
  return response?.ok ? response : fetch(input, init)
}
