/** The services that a hosted project has. Whatever else the embedded backend serves stays closed. */
const services = /^\/(auth|rest|storage|functions)\/v1(\/|$)/

/** The app embeds one level deep. */
const maxEmbeddingDepth = 1
const maxEmbeddings = 4

/** Patterns that match no row: 300 of them over the descriptions of 400 communities took 6 s. */
const maxPatternLength = 500
const patternOperator = /\b(?:i?like|i?match|(?:pl|ph|w)?fts)\b/

/** JSON of any depth parses, but whatever walks it afterwards runs out of stack. */
const maxJsonDepth = 100

/** Bytes of a request body. The first path that matches counts. */
const bodyLimits = [
  {
    // Each word of a search is a condition.
    path: /^\/rest\/.*\/rpc\//,
    bytes: 20_000,
    message: 'The embedded backend calls a function with at most 20 kB.',
  },
  {
    // The bucket takes 5 MiB. The rest is for the other fields of a multipart upload.
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

type Answer = (request: Request) => Promise<Response>

/**
 * Stands in front of the services as the gateway of a hosted project does: passes on the requests for
 * one of them, and refuses those that would stop the embedded ones or fail with a 500.
 */
export function withGateway(answer: Answer): Answer {
  return async (request) => {
    const url = new URL(request.url)
    const [, service] = services.exec(url.pathname) ?? []
    // What is looked at here must be what the services route by.
    const isNormalised = request.url.startsWith(url.origin + url.pathname)
    if (!isNormalised || !service) {
      return refuse(undefined, 404, 'not_found', 'There is no such service.')
    }
    // The edge functions validate their input themselves.
    const isForFunction = service === 'functions'
    if (!isForFunction && !isReadable(url)) return refuse(service, 400, '22021', notText)
    if (service === 'rest') {
      const problem =
        problemWithEmbedding(url.searchParams.getAll('select').join()) ??
        problemWithPatterns(url.searchParams)
      if (problem) return refuse(service, 400, '54001', problem)
    }
    const limit = bodyLimits.find(({ path }) => path.test(url.pathname)) ?? otherBodies
    const complete = await readBody(request, limit.bytes)
    if (!complete) return refuse(service, 413, '54000', limit.message)
    const problem = isForFunction ? null : await problemWithBody(service, complete)
    if (problem) return refuse(service, 400, problem === notText ? '22021' : '54001', problem)
    const response = await answer(complete)
    // The stored type is the one that was claimed at the upload: no browser is to guess another.
    if (service === 'storage') response.headers.set('x-content-type-options', 'nosniff')
    return response
  }
}

/** @returns the request with its body in memory, or undefined when the body exceeds `limit` bytes */
async function readBody(request: Request, limit: number): Promise<Request | undefined> {
  // An untouched body is skipped by the server, once the client has its answer.
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
    // A client that is still sending would lose its connection and the answer. The server ends the
    // connection after another 64 MB or half a second.
    body.pipeTo(new WritableStream()).catch(() => undefined)
    return undefined
  }
  const headers = new Headers(request.headers)
  headers.delete('transfer-encoding')
  headers.set('content-length', String(size))
  return new Request(request, { method: request.method, headers, body: Buffer.concat(chunks) })
}

const notText = 'The request is not valid UTF-8 text, or has a NUL in it.'
const malformed = 'The request body is malformed.'

/** The problem with a body that the service would answer with a 500. */
async function problemWithBody(service: string, request: Request): Promise<string | null> {
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
  // PostgreSQL has no text with a NUL in it. An even number of backslashes before it is text about an escape.
  if (/(?<!\\)(?:\\\\)*\\u0000/.test(text)) return notText
  return problemWithJson(service, text)
}

function problemWithJson(service: string, text: string): string | null {
  let values: unknown[]
  try {
    values = [JSON.parse(text)]
  } catch {
    // The other services report it themselves, and know when a body may be empty.
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

/** PGlite cannot cancel a statement, and comparing every row with a pattern takes longest. */
function problemWithPatterns(query: URLSearchParams): string | null {
  const conditions = [...query]
    .filter(([name]) => name !== 'select' && name !== 'order')
    .map((condition) => condition.join('='))
    .join('&')
  return conditions.length > maxPatternLength && patternOperator.test(conditions)
    ? `The embedded backend takes at most ${maxPatternLength} characters of conditions with a pattern.`
    : null
}

/**
 * Rows that embed rows that embed rows multiply: 60 communities of one owner, embedded four levels deep,
 * are 216,000 rows and take the whole process with them, in memory before they do in time.
 *
 * @param select the `select` parameter of a request to the REST service
 */
function problemWithEmbedding(select: string): string | null {
  let depth = 0
  let embeddings = 0
  let isQuoted = false
  for (let i = 0; i < select.length; i += 1) {
    const character = select[i]
    if (character === '"') isQuoted = !isQuoted
    if (isQuoted) continue
    if (character === '(' && select[i + 1] !== ')') {
      depth += 1
      embeddings += 1
    }
    if (character === ')' && select[i - 1] !== '(') depth -= 1
    if (depth > maxEmbeddingDepth) {
      return 'The embedded backend embeds at most one level deep.'
    }
  }
  return embeddings > maxEmbeddings
    ? `The embedded backend embeds at most ${maxEmbeddings} relations in a request.`
    : null
}

/** Refuses in the form of each service, which the clients and the app read. */
function refuse(service: string | undefined, status: number, code: string, message: string) {
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
