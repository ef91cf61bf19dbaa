import { createHmac } from 'node:crypto'
import type { RestService } from './rest.ts'

type Handler = (request: Request) => Promise<Response>

interface Services {
  rest: RestService
  /** Auth, storage and the edge functions, which check keys themselves. */
  others: Handler
}

interface Keys {
  publishableKey: string
  secretKey: string
  jwtSecret: string
}

/**
 * Returns a gateway like that of a hosted project: it replaces a key with a token of its role, strips the prefix of the
 * service and allows all origins.
 */
export function createGateway({ rest, others }: Services, keys: Keys): Handler {
  const tokens = new Map([
    [keys.publishableKey, signRoleToken('anon', keys.jwtSecret)],
    [keys.secretKey, signRoleToken('service_role', keys.jwtSecret)],
  ])

  async function callRest(request: Request, { pathname, search }: URL): Promise<Response> {
    const key = request.headers.get('apikey')
    const token = tokens.get(key ?? '')
    if (!token) {
      const message = key ? 'Invalid API key' : 'No API key found in request'
      return Response.json({ message }, { status: 401 })
    }
    const headers = new Headers(request.headers)
    const bearer = headers.get('authorization')?.replace(/^Bearer /, '')
    // The client sends its key as the token if no user is signed in.
    if (!bearer || bearer.startsWith('sb_')) headers.set('authorization', `Bearer ${token}`)
    for (const name of ['host', 'connection', 'content-length', 'accept-encoding']) {
      headers.delete(name)
    }
    const hasBody = !['GET', 'HEAD'].includes(request.method)
    const path = (pathname.slice('/rest/v1'.length) || '/') + search
    return rest.call(
      request.method,
      path,
      headers,
      hasBody ? await request.arrayBuffer() : undefined,
    )
  }

  return async (request) => {
    const url = new URL(request.url)
    const [, service] = /^\/(auth|rest|storage|functions)\/v1(?:\/|$)/.exec(url.pathname) ?? []
    if (!service)
      return Response.json({ message: 'no Route matched with those values' }, { status: 404 })
    // Hosted functions must handle preflights themselves.
    if (service !== 'functions' && request.method === 'OPTIONS') return preflight(request)
    const response = service === 'rest' ? await callRest(request, url) : await others(request)
    const withHeaders = new Response(response.body, response)
    if (service !== 'functions') withHeaders.headers.set('access-control-allow-origin', '*')
    if (service === 'storage') withHeaders.headers.set('x-content-type-options', 'nosniff')
    return withHeaders
  }
}

function preflight(request: Request): Response {
  return new Response(null, {
    status: 200,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET,HEAD,PUT,PATCH,POST,DELETE,OPTIONS',
      'access-control-allow-headers':
        request.headers.get('access-control-request-headers') ?? 'authorization, apikey',
      'access-control-max-age': '3600',
    },
  })
}

/**
 * Reads the body of a request that was rejected early, for example because it was too large. Otherwise the server would
 * close the connection during the client's next request.
 */
export function drainBodies(handle: Handler): Handler {
  return async (request) => {
    const response = await handle(request)
    if (request.body && !request.bodyUsed) {
      await request.body.pipeTo(new WritableStream()).catch(() => undefined)
    }
    return response
  }
}

/** Signs a token for the REST service, which accepts only tokens. */
function signRoleToken(role: string, secret: string): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { role, iss: 'supabase', exp: 4_102_444_800 }
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
