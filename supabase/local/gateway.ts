/** The services that a hosted project has. Whatever else the embedded backend serves stays closed. */
const services = /^\/(auth|rest|storage|functions)\/v1(\/|$)/

/** The app embeds one level deep. */
const maxEmbeddingDepth = 1
const maxEmbeddings = 4

/** Patterns that match no row: 300 of them over the descriptions of 400 communities took 6 s. */
const maxPatternLength = 500
const patternOperator = /\b(?:i?like|i?match|(?:pl|ph|w)?fts)\b/

/** Bytes of what is sent to the database. A community with all its groups is below 200 kB. */
const maxBody = 2_000_000

/** Of what a database function is called with: each word of a search is a condition. */
const maxArguments = 20_000

type Answer = (request: Request) => Promise<Response>

/**
 * Stands in front of the services as the gateway of a hosted project does: it passes on what is for
 * one of them, and refuses what would stop the embedded ones, or be answered with a 500.
 */
export const withGateway = (answer: Answer): Answer => readingToTheEnd(passingOn(answer))

/**
 * Reads what is left of a request once it has been answered. The server would end the connection of one that
 * was refused early, such as an image that is too large, while the client sends its next request on it.
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

function passingOn(answer: Answer): Answer {
  return async (request) => {
    const url = new URL(request.url)
    // What is looked at here must be what the services route by.
    const isNormalised = request.url.startsWith(url.origin + url.pathname)
    if (!isNormalised || !services.test(url.pathname)) {
      return refuse(404, 'not_found', 'There is no such service.')
    }
    // The edge functions refuse it themselves, in words of their own.
    const isForFunction = url.pathname.startsWith('/functions/')
    if (!isForFunction && (!isReadable(url) || (await hasNulInBody(request)))) {
      // PostgreSQL has no text with a NUL in it.
      return refuse(400, '22021', 'The request is not valid UTF-8 text, or has a NUL in it.')
    }
    if (url.pathname.startsWith('/rest/')) {
      if (url.pathname.includes('/rpc/') && sizeOf(request) > maxArguments) {
        return refuse(413, '54000', 'The embedded backend calls a function with at most 20 kB.')
      }
      if (sizeOf(request) > maxBody) {
        return refuse(413, '54000', 'The embedded backend takes at most 2 MB in a request.')
      }
      const problem =
        problemWithEmbedding(url.searchParams.getAll('select').join()) ??
        problemWithPatterns(url.searchParams)
      if (problem) return refuse(400, '54001', problem)
    }
    const response = await answer(request)
    // The stored type is the one that was claimed at the upload: no browser is to guess another.
    if (url.pathname.startsWith('/storage/'))
      response.headers.set('x-content-type-options', 'nosniff')
    return response
  }
}

/** In bytes; infinite when it is not said beforehand. */
function sizeOf({ headers }: Request): number {
  return headers.has('transfer-encoding') ? Infinity : Number(headers.get('content-length') ?? 0)
}

function isReadable(url: URL): boolean {
  try {
    return !decodeURIComponent(url.pathname).includes('\0') && !url.search.includes('%00')
  } catch {
    return false
  }
}

async function hasNulInBody(request: Request): Promise<boolean> {
  if (!request.body || !request.headers.get('content-type')?.includes('json')) return false
  const text = await request.clone().text()
  // An even number of backslashes before it would be text about an escape.
  return /(?<!\\)(?:\\\\)*\\u0000/.test(text)
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

/** In the form of PostgREST, whose fields the client reads whichever service it called. */
function refuse(status: number, code: string, message: string): Response {
  return Response.json({ code, message, details: null, hint: null }, { status })
}
