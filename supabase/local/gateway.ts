import { hideUploader } from './hide-uploader.ts'

/** The services of a hosted project. Lite serves more paths, which stay closed. */
const services = /^\/(auth|rest|storage|functions)\/v1(\/|$)/

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const maxEmbeddings = 5

/** Matching 300 patterns against the descriptions of 400 communities took 6 s. */
const maxPatternLength = 500
const patternOperator = /\b(?:i?like|i?match|(?:pl|ph|w)?fts)\b/
/** Matching one such pattern can take minutes. */
const backReference = /\bi?match\b.*\\\d/s

/** As `private.check_request`, which PostgREST calls before each request. */
const estimatedCount = /planned|estimated/i

/** JSON of any depth can be parsed, but recursion over deep JSON overflows the stack. */
const maxJsonDepth = 100

/** Limits in bytes. The first matching path counts. */
const bodyLimits = [
  {
    // Each word of a search is a condition.
    path: /^\/rest\/.*\/rpc\//,
    bytes: 20_000,
    message: 'The embedded backend calls a function with at most 20 kB.',
  },
  {
    // The bucket's limit of 5 MiB, and the other fields of a multipart upload.
    path: /^\/storage\//,
    bytes: 5 * 1024 * 1024 + 100_000,
    message: 'The object exceeded the maximum allowed size',
  },
]
/** A community with all its groups is below 200 kB. */
const otherBodies = {
  bytes: 2_000_000,
  message: 'The embedded backend takes at most 2 MB in a request.',
}

type Handler = (request: Request) => Promise<Response>

/**
 * Acts as the gateway of a hosted project: passes on requests for one of its services, and rejects those that would
 * block or crash the embedded ones, or fail with a 500.
 */
export function withGateway(handle: Handler): Handler {
  return async (request) => {
    const url = new URL(request.url)
    const [, service] = services.exec(url.pathname) ?? []
    // The path checked here must be the one that the services route by.
    const isNormalized = request.url.startsWith(url.origin + url.pathname)
    if (!isNormalized || !service) {
      return createError(undefined, 404, 'not_found', 'There is no such service.')
    }
    // Node and Lite fail for some of the others.
    if (!methods.includes(request.method)) {
      return createError(service, 405, 'method_not_allowed', 'This method is not allowed.')
    }
    // The edge functions validate their input themselves.
    const isForFunction = service === 'functions'
    if (!isForFunction && !isReadable(url)) return createError(service, 400, '22021', notText)
    if (service === 'rest') {
      if (estimatedCount.test(request.headers.get('prefer') ?? '')) {
        return createError(service, 400, 'PT400', 'Only exact counts are available.')
      }
      const problem =
        checkEmbedding(url.searchParams.getAll('select').join()) ?? checkPatterns(url.searchParams)
      if (problem) return createError(service, 400, '54001', problem)
    }
    const limit = bodyLimits.find(({ path }) => path.test(url.pathname)) ?? otherBodies
    const complete = await readBody(request, limit.bytes)
    if (!complete) return createError(service, 413, '54000', limit.message)
    const problem = isForFunction ? null : await checkBody(service, complete)
    if (problem) return createError(service, 400, problem === notText ? '22021' : '54001', problem)
    // Lite ignores the arguments of a HEAD request. The server sends no body in either case.
    const isHeadCall = complete.method === 'HEAD' && url.pathname.includes('/rpc/')
    const response = await handle(isHeadCall ? new Request(complete, { method: 'GET' }) : complete)
    // The stored type is the one claimed at the upload. Browsers must not guess another.
    if (service === 'storage') response.headers.set('x-content-type-options', 'nosniff')
    return compress(request, await hideUploader(request, response))
  }
}

/** Compresses rows, like hosted projects. */
function compress({ headers: accepted }: Request, response: Response): Response {
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const isAccepted = accepted.get('accept-encoding')?.includes('gzip')
  if (!response.body || !isJson || !isAccepted) return response
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  headers.set('content-encoding', 'gzip')
  headers.append('vary', 'Accept-Encoding')
  const { status, statusText } = response
  const body = response.body.pipeThrough(new CompressionStream('gzip'))
  return new Response(body, { status, statusText, headers })
}

/** @returns the request with its body in memory, or undefined when the body exceeds `limit` bytes */
async function readBody(request: Request, limit: number): Promise<Request | undefined> {
  // The server discards an unread body after the response.
  if (Number(request.headers.get('content-length') ?? 0) > limit) return undefined
  const { body } = request
  if (!body) return request
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body.values({ preventCancel: true })) {
    size += chunk.byteLength
    if (size > limit) break
    chunks.push(chunk)
  }
  if (size > limit) {
    // Keeps reading: otherwise a client that is still sending loses its connection before it reads the response. The
    // server closes the connection after another 64 MB or half a second.
    body.pipeTo(new WritableStream()).catch(() => undefined)
    return undefined
  }
  const headers = new Headers(request.headers)
  headers.delete('transfer-encoding')
  headers.set('content-length', String(size))
  return new Request(request, { method: request.method, headers, body: Buffer.concat(chunks) })
}

const notText = 'The request is not valid UTF-8 text, or contains a NUL.'
const malformed = 'The request body is malformed.'

/** Returns a problem that would make the service respond with 500. */
async function checkBody(service: string, request: Request): Promise<string | null> {
  const type = request.headers.get('content-type')?.toLowerCase() ?? ''
  if (service !== 'rest' && type.startsWith('multipart/')) {
    const form = await request
      .clone()
      .formData()
      .catch(() => undefined)
    return !form || typeof form.get('file') === 'string' ? malformed : null
  }
  const isJson =
    type.includes('json') ||
    (service === 'rest' && type === '') ||
    (service === 'auth' && !type.includes('form'))
  if (!isJson || !request.body) return null
  const text = await request.clone().text()
  // PostgreSQL text cannot contain a NUL. After an even number of backslashes, \\u0000 is an escape.
  if (/(?<!\\)(?:\\\\)*\\u0000/.test(text)) return notText
  return checkJson(service, text)
}

function checkJson(service: string, text: string): string | null {
  let values: unknown[]
  try {
    values = [JSON.parse(text)]
  } catch {
    // The other services report malformed JSON themselves, and accept an empty body where allowed.
    return service === 'storage' ? malformed : null
  }
  if (service === 'auth' && values[0] === null) return malformed
  for (let depth = 0; values.length > 0; depth += 1) {
    if (depth > maxJsonDepth)
      return `The embedded backend takes JSON of at most ${maxJsonDepth} levels.`
    values = values.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    )
  }
  return null
}

function isReadable(url: URL): boolean {
  try {
    return !decodeURIComponent(url.pathname).includes('\0') && !url.search.includes('%00')
  } catch {
    return false
  }
}

/** PGlite cannot cancel a statement, and matching patterns against every row is the slowest kind. */
function checkPatterns(query: URLSearchParams): string | null {
  const conditions = [...query]
    .filter(([name]) => name !== 'select' && name !== 'order')
    .map((condition) => condition.join('='))
    .join('&')
  if (backReference.test(conditions)) {
    return 'The embedded backend takes no patterns with back references.'
  }
  return conditions.length > maxPatternLength && patternOperator.test(conditions)
    ? `The embedded backend takes at most ${maxPatternLength} characters of conditions with a pattern.`
    : null
}

/**
 * Nested relations multiply: 60 communities of one owner, four levels deep, are 216,000 rows and exhaust the memory of
 * the process. Counts parentheses, other than those of quoted names and of aggregates such as `count()`.
 *
 * @param select the `select` parameter of a request to the REST service
 */
function checkEmbedding(select: string): string | null {
  const unquoted = select.replace(/"[^"]*"|\(\)/g, '')
  if (/\([^)]*\(/.test(unquoted)) return 'The embedded backend embeds at most one level deep.'
  return unquoted.split('(').length - 1 > maxEmbeddings
    ? `The embedded backend embeds at most ${maxEmbeddings} relations in a request.`
    : null
}

/** Creates an error in the format of the service, which clients parse. */
function createError(service: string | undefined, status: number, code: string, message: string) {
  const headers = { 'access-control-allow-origin': '*' }
  if (service === 'functions') return Response.json({ error: message }, { status, headers })
  if (service === 'auth') {
    const body = { code: status, error_code: 'validation_failed', msg: message }
    return Response.json(body, { status, headers })
  }
  if (service === 'storage') {
    const error = status === 413 ? 'Payload too large' : 'invalid_request'
    // As on a hosted project: 400, with the true status in the body.
    return Response.json({ statusCode: `${status}`, error, message }, { status: 400, headers })
  }
  return Response.json({ code, message, details: null, hint: null }, { status, headers })
}
