import { gzipSync } from 'node:zlib'

/** The services of a hosted project. Lite serves more paths, which stay closed. */
const services = /^\/(auth|rest|storage|functions)\/v1(\/|$)/

/** As `private.check_request`, which PostgREST calls before each request. */
const estimatedCount = /planned|estimated/i

/** In bytes. Twice the largest upload, and a thousand times what a function accepts. */
const bodyLimit = 10 * 1024 * 1024

type Handler = (request: Request) => Promise<Response>

/**
 * Acts as the gateway of a hosted project: passes on requests for one of its services, and rejects those that a hosted
 * project rejects but Lite does not.
 */
export function withGateway(handle: Handler): Handler {
  return async (request) => {
    const url = new URL(request.url)
    const [, service] = services.exec(url.pathname) ?? []
    // The path checked here must be the one that the services route by.
    const isNormalized = request.url.startsWith(url.origin + url.pathname)
    if (!isNormalized || !service) {
      return createError(404, 'not_found', 'There is no such service.')
    }
    if (await isTooLarge(request)) {
      const message = 'The request is too large.'
      return service === 'functions'
        ? Response.json({ error: message }, { status: 413, headers: cors })
        : createError(413, '413', message)
    }
    // The edge functions validate their input themselves.
    if (service !== 'functions' && (!isReadable(url) || (await containsNul(request)))) {
      return createError(400, '22021', 'The request is not valid UTF-8 text, or contains a NUL.')
    }
    if (service === 'rest' && estimatedCount.test(request.headers.get('prefer') ?? '')) {
      return createError(400, 'PT400', 'Only exact counts are available.')
    }
    // Lite ignores the arguments of a HEAD request. The server sends no body in either case.
    const isHeadCall = request.method === 'HEAD' && url.pathname.includes('/rpc/')
    const response = await handle(isHeadCall ? new Request(request, { method: 'GET' }) : request)
    // A service that refuses an upload does not read it. The server would close the connection while it arrives.
    if (!request.bodyUsed) await sizeOf(request.body)
    // The stored type is the one claimed at the upload. Browsers must not guess another.
    if (service === 'storage') response.headers.set('x-content-type-options', 'nosniff')
    return compress(request, response)
  }
}

/** Compresses rows, like hosted projects, unless they are so short that compressing them costs more than it saves. */
async function compress({ headers: accepted }: Request, response: Response): Promise<Response> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const isAccepted = accepted.get('accept-encoding')?.includes('gzip')
  if (!response.body || !isJson || !isAccepted) return response
  const { status, statusText } = response
  const headers = new Headers(response.headers)
  headers.append('vary', 'Accept-Encoding')
  const body = await response.arrayBuffer()
  if (body.byteLength < 1000) return new Response(body, { status, statusText, headers })
  headers.delete('content-length')
  headers.set('content-encoding', 'gzip')
  return new Response(gzipSync(body), { status, statusText, headers })
}

/** Reads a body that is too large to its end: the response would not reach a client that is still sending. */
async function isTooLarge(request: Request): Promise<boolean> {
  const length = request.headers.get('content-length')
  if (!request.body || (length && Number(length) <= bodyLimit)) return false
  return (await sizeOf((length ? request : request.clone()).body)) > bodyLimit
}

/** Reads a body to its end, and returns its bytes. */
async function sizeOf(body: Request['body']): Promise<number> {
  let size = 0
  for await (const chunk of body ?? []) size += chunk.byteLength
  return size
}

function isReadable(url: URL): boolean {
  try {
    return !decodeURIComponent(url.pathname).includes('\0') && !url.search.includes('%00')
  } catch {
    return false
  }
}

/** Whether a JSON body contains a NUL, which PostgreSQL cannot store: Lite would respond with 500. */
async function containsNul(request: Request): Promise<boolean> {
  const type = request.headers.get('content-type') ?? ''
  if (!request.body || /multipart|image|form/.test(type)) return false
  // After an even number of backslashes, \\u0000 is an escape.
  return /(?<!\\)(?:\\\\)*\\u0000/.test(await request.clone().text())
}

const cors = { 'access-control-allow-origin': '*' }

const createError = (status: number, code: string, message: string) =>
  Response.json({ code, message, details: null, hint: null }, { status, headers: cors })
