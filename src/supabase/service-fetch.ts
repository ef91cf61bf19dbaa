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
  const response = await (isRead(input, init) ? readInTime(input, init) : fetch(input, init))
  const { status, headers } = response
  const isPage = headers.get('Content-Type')?.startsWith('text/html') && status !== 413
  return isPage || status === 511 ? unreachable() : response
}

const isRead = (input: RequestInfo | URL, { method = 'GET', signal }: RequestInit = {}) =>
  method === 'GET' &&
  !signal &&
  (input instanceof Request ? input.url : String(input)).includes('/rest/v1/')

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
