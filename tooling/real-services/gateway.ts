import { createHmac } from 'node:crypto'
import type { RestService } from './rest.ts'

type Answer = (request: Request) => Promise<Response>

interface Services {
  rest: RestService
  /** Auth, storage and the edge functions know keys by themselves. */
  others: Answer
}

interface Keys {
  publishableKey: string
  secretKey: string
  jwtSecret: string
}

/**
 * Does what the gateway of a hosted project does: a key becomes the token of its role, the prefix of the
 * service is stripped, and browsers of every origin may ask.
 */
export function createGateway({ rest, others }: Services, keys: Keys): Answer {
  const tokens = new Map([
    [keys.publishableKey, roleToken('anon', keys.jwtSecret)],
    [keys.secretKey, roleToken('service_role', keys.jwtSecret)],
  ])

  async function answerRest(request: Request, { pathname, search }: URL): Promise<Response> {
    const key = request.headers.get('apikey')
    const token = tokens.get(key ?? '')
    if (!token) {
      const message = key ? 'Invalid API key' : 'No API key found in request'
      return Response.json({ message }, { status: 401 })
    }
    const headers = new Headers(request.headers)
    const bearer = headers.get('authorization')?.replace(/^Bearer /, '')
    // The client sends the key itself where nobody is signed in.
    if (!bearer || bearer.startsWith('sb_')) headers.set('authorization', `Bearer ${token}`)
    for (const name of ['host', 'connection', 'content-length', 'accept-encoding']) {
      headers.delete(name)
    }
    const hasBody = !['GET', 'HEAD'].includes(request.method)
    const path = (pathname.slice('/rest/v1'.length) || '/') + search
    return rest.ask(
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
    // The functions answer preflights themselves, as hosted ones have to.
    if (service !== 'functions' && request.method === 'OPTIONS') return preflight(request)
    const answer = service === 'rest' ? await answerRest(request, url) : await others(request)
    const open = new Response(answer.body, answer)
    if (service !== 'functions') open.headers.set('access-control-allow-origin', '*')
    if (service === 'storage') open.headers.set('x-content-type-options', 'nosniff')
    return open
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
 * Reads the rest of a request once it has been answered. Otherwise the server ends the connection of a
 * request that was refused early, such as an image that is too large, under the client's next request.
 */
export function readingToTheEnd(answer: Answer): Answer {
  return async (request) => {
    const response = await answer(request)
    if (request.body && !request.bodyUsed) {
      await request.body.pipeTo(new WritableStream()).catch(() => undefined)
    }
    return response
  }
}

/** The REST service knows roles, not keys. */
function roleToken(role: string, secret: string): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { role, iss: 'supabase', exp: 4_102_444_800 }
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
