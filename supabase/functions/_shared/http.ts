import { corsHeaders } from '@supabase/supabase-js/cors'

// A Headers object: in a plain one, names that differ only in case would be sent twice.
const cors = new Headers(corsHeaders)
cors.append('access-control-allow-headers', 'x-application-name')
cors.set('access-control-allow-methods', 'GET, POST, OPTIONS')
cors.set('access-control-expose-headers', 'x-total-count')
const headers = Object.fromEntries(cors)

/** An error for the caller. Thrown anywhere, sent as `{"error": message}`. */
export class HttpError extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 429 | 503,
    message: string,
  ) {
    super(message)
  }
}

export function createResponse(
  body: unknown,
  status = 200,
  extraHeaders: Record<string, string> = {},
): Response {
  return Response.json(body, { status, headers: { ...headers, ...extraHeaders } })
}

/** The largest body that the functions accept, in bytes. */
export const requestLimit = 10_000

export const createSizeError = () => new HttpError(413, 'The request is too large.')

/**
 * Wraps the handler of a function: responds to CORS preflights, refuses large bodies before any other work, converts an
 * `HttpError` to a response, and logs any other error, whose message is not user-facing.
 */
export function withErrors(
  handle: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers })
    try {
      if (Number(request.headers.get('content-length')) > requestLimit) throw createSizeError()
      return await handle(request)
    } catch (error) {
      if (error instanceof HttpError) return createResponse({ error: error.message }, error.status)
      console.error(error)
      return createResponse(
        { error: 'Something went wrong on our side. Please try again.' },
        500,
      )
    }
  }
}

/** Returns the path inside the function, without the prefix under which a project serves functions. */
export function getPath(request: Request): string {
  return new URL(request.url).pathname.replace(/^\/functions\/v1/, '').replace(/\/+$/, '')
}

/** Reads the query of a request. Gateways write `&amp;` for the `&` of links in earlier emails. */
export const readQuery = (request: Request): Record<string, string> =>
  Object.fromEntries(new URL(request.url.replaceAll('&amp;', '&')).searchParams)
