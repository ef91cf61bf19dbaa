import type { Keys } from '../../supabase/local/services.ts'
import { signRoleToken } from './tokens.ts'

type Handler = (request: Request) => Promise<Response>

/** A service behind the gateway, with paths that start at its own root. */
export interface Service {
  call(method: string, path: string, headers: Headers, body?: ArrayBuffer): Promise<Response>
  stop(): Promise<void>
}

interface Services {
  rest: Service
  /** Supabase Auth and storage-api; undefined where the embedded services handle their requests. */
  auth: Service | undefined
  storage: Service | undefined
  /** The edge functions and the embedded services, which check keys themselves. */
  others: Handler
}

/** Links in emails lead to these paths of the auth service, so they work without a key. */
const pathsWithoutKey = ['/verify', '/callback', '/authorize', '/.well-known/jwks.json']

/** Headers of one connection, which a proxy must not pass on. */
const connectionHeaders = [
  'host',
  'connection',
  'keep-alive',
  'expect',
  'content-length',
  'content-encoding',
  'accept-encoding',
  'transfer-encoding',
]

/**
 * Returns a gateway like that of a hosted project: it replaces a key with a token of its role, strips the prefix of the
 * service and allows all origins.
 */
export function createGateway({ rest, auth, storage, others }: Services, keys: Keys): Handler {
  const tokens = new Map([
    [keys.publishableKey, signRoleToken('anon', keys.jwtSecret)],
    [keys.secretKey, signRoleToken('service_role', keys.jwtSecret)],
  ])

  /** Passes on a request. Without a key, only if `needsKey` is false. */
  async function forward(service: Service, prefix: string, request: Request, needsKey: boolean) {
    const { pathname, search, host } = new URL(request.url)
    const path = pathname.slice(prefix.length) || '/'
    const headers = new Headers(request.headers)
    const key = headers.get('apikey')
    const bearer = headers.get('authorization')?.replace(/^Bearer /, '')
    const token = tokens.get(key ?? bearer ?? '')
    if (!token && needsKey) {
      const message = key ? 'Invalid API key' : 'No API key found in request'
      return Response.json({ message }, { status: 401 })
    }
    // The client sends its key as the token if no user is signed in.
    if (!bearer || bearer.startsWith('sb_')) {
      headers.delete('authorization')
      if (token) headers.set('authorization', `Bearer ${token}`)
    }
    for (const name of connectionHeaders) headers.delete(name)
    headers.set('x-forwarded-host', host)
    headers.set('x-forwarded-proto', 'http')
    headers.set('x-forwarded-prefix', prefix)
    const hasBody = !['GET', 'HEAD'].includes(request.method)
    const body = hasBody ? await request.arrayBuffer() : undefined
    return service.call(request.method, path + search, headers, body)
  }

  function handle(service: string, request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (service === 'rest') return forward(rest, '/rest/v1', request, true)
    if (service === 'auth' && auth) {
      const needsKey = !pathsWithoutKey.includes(pathname.slice('/auth/v1'.length))
      return forward(auth, '/auth/v1', request, needsKey)
    }
    if (service === 'storage' && storage) return forward(storage, '/storage/v1', request, false)
    return others(request)
  }

  return async (request) => {
    const { pathname } = new URL(request.url)
    const [, service] = /^\/(auth|rest|storage|functions)\/v1(?:\/|$)/.exec(pathname) ?? []
    if (!service)
      return Response.json({ message: 'no Route matched with those values' }, { status: 404 })
    // Hosted functions must handle preflights themselves.
    if (service !== 'functions' && request.method === 'OPTIONS') return preflight(request)
    const response = await handle(service, request)
    const withHeaders = new Response(response.body, response)
    if (service !== 'functions') withHeaders.headers.set('access-control-allow-origin', '*')
    if (service === 'storage') withHeaders.headers.set('x-content-type-options', 'nosniff')
    return withHeaders
  }
}

/** Returns the `call` of a service that listens on a port. */
export function serviceAt(origin: string): Service['call'] {
  return async (method, path, headers, body) => {
    const response = await fetch(origin + path, {
      method,
      headers,
      redirect: 'manual',
      ...(body && { body }),
    })
    const received = new Headers(response.headers)
    for (const name of connectionHeaders) received.delete(name)
    const isEmpty = response.status === 204 || response.status === 304
    return new Response(isEmpty ? null : await response.arrayBuffer(), {
      status: response.status,
      headers: received,
    })
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
