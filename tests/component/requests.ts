import { onTestFinished } from 'vitest'

type Respond = (
  forward: () => Promise<Response>,
  url: string,
  headers: Headers,
  method: string,
  body: string,
) => Response | Promise<Response>

/**
 * Responds to requests whose URL matches until `restore` is called. All others reach the backend, as do those that
 * `respond` forwards.
 */
export function interceptRequests(matching: RegExp, respond: Respond) {
  const original = globalThis.fetch
  let count = 0
  globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (!matching.test(url)) return original(input, init)
    count += 1
    const { headers, method = 'GET', body } = init ?? {}
    const forward = () => original(input, init)
    const text = typeof body === 'string' ? body : ''
    return Promise.resolve(respond(forward, url, new Headers(headers), method, text))
  }
  const restore = () => {
    globalThis.fetch = original
  }
  onTestFinished(restore)
  return { count: () => count, restore }
}

/** Fails matching requests with an error of the service until `restore` is called. */
export const failRequests = (matching: RegExp, status = 500) =>
  interceptRequests(matching, () => Response.json({ message: 'broken' }, { status }))

/** Counts matching requests without changing them. */
export const countRequests = (matching: RegExp) =>
  interceptRequests(matching, (forward) => forward())

/** Returns how many matching requests have no complete response yet. */
export function countPendingRequests(matching: RegExp) {
  let pending = 0
  const { restore } = interceptRequests(matching, async (forward) => {
    pending += 1
    try {
      const response = await forward()
      await response.clone().arrayBuffer()
      return response
    } finally {
      pending -= 1
    }
  })
  return { count: () => pending, restore }
}

/**
 * Records the paths, with queries, and the headers of matching requests, without changing them. Each is recorded once:
 * strict mode mounts every component twice.
 */
export function recordRequests(matching: RegExp) {
  const paths = new Set<string>()
  const sent = new Set<string>()
  interceptRequests(matching, (forward, url, headers) => {
    const { pathname, search } = new URL(url)
    paths.add(pathname + search)
    for (const [name, value] of headers) sent.add(`${name}: ${value}`)
    return forward()
  })
  return { paths: () => [...paths], headers: () => [...sent].toSorted() }
}

/**
 * Lets matching writes through, but loses their responses. Reads fail with an error of the service: the client repeats
 * those without a response for seven seconds.
 */
export const loseResponses = (matching: RegExp) =>
  interceptRequests(matching, async (forward, _url, _headers, method) => {
    if (method === 'GET') return Response.json({ message: 'Broken' }, { status: 500 })
    await forward()
    throw new TypeError('Failed to fetch')
  })

/** Holds back the responses to matching requests until the returned function is called. */
export function holdResponses(matching: RegExp): () => void {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  interceptRequests(matching, async (forward) => {
    const response = await forward()
    await held
    return response
  })
  return release
}
