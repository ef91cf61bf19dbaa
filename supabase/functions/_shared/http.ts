import { corsHeaders } from '@supabase/supabase-js/cors'

// A Headers object, because names that differ in case only would be sent twice from a plain one.
const cors = new Headers(corsHeaders)
cors.append('access-control-allow-headers', 'x-application-name')
cors.set('access-control-allow-methods', 'GET, POST, OPTIONS')
cors.set('access-control-expose-headers', 'x-total-count')
const headers = Object.fromEntries(cors)

/** An answer a caller can act on: thrown anywhere, sent as `{"error": message}`. */
export class Refusal extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 503,
    message: string,
  ) {
    super(message)
  }
}

export function json(body: unknown, status = 200, extra: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { ...headers, ...extra } })
}

/**
 * Runs a handler the way every function needs it: answers the browser's preflight, turns a `Refusal`
 * into its status, and keeps everything else to the log.
 */
export async function answer(
  request: Request,
  handle: (request: Request) => Promise<Response>,
): Promise<Response> {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers })
  try {
    return await handle(request)
  } catch (error) {
    if (error instanceof Refusal) return json({ error: error.message }, error.status)
    console.error(error)
    return json({ error: 'Something went wrong on our side. Please try again.' }, 500)
  }
}

/** The path inside the function, with or without the prefix under which it was called. */
export function pathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/^\/functions\/v1/, '').replace(/\/+$/, '')
}
