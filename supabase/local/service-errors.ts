import { inspect } from 'node:util'
import type { ServerOptions } from '@supabase/lite'
import type { PgliteConnection } from '@supabase/lite/pglite'

type Middleware = NonNullable<ServerOptions['middlewares']>[number]

/** The storage service's message for a name that is taken. */
export const duplicateMessage = 'The resource already exists'

/** Replaces error responses for which hosted services return more detail. */
export const replaceErrors: Middleware = async (context, next) => {
  await next()
  const { error, req } = context
  const response = error && createErrorResponse(error, req.path)
  if (response) context.res = response
}

function createErrorResponse(error: Error, path: string): Response | undefined {
  const code = 'code' in error ? error.code : undefined
  if (code === 'PGRST001') {
    const { message } = error
    return Response.json({ code, message, details: null, hint: null }, { status: 503 })
  }
  if (!path.startsWith('/storage/')) return undefined
  // A malformed, forged or expired token of a signed URL, as the library for tokens reports it.
  if (typeof code === 'string' && /^ERR_J(WS|WT|OSE)/.test(code))
    return createStorageError('400', 'InvalidJWT', 'InvalidJWT', error.message)
  if (code === '23505')
    return createStorageError('409', 'Duplicate', 'KeyAlreadyExists', duplicateMessage)
  if (code === '42501' && !error.message.includes('row-level security')) {
    return createStorageError('403', 'Unauthorized', 'AccessDenied', error.message)
  }
  return undefined
}

/** Storage errors of a hosted project have HTTP status 400, and the true status in the body. */
const createStorageError = (statusCode: string, error: string, code: string, message: string) =>
  Response.json({ statusCode, error, code, message }, { status: 400 })

/** The HTTP status of errors to which the REST service would respond with 500 and without their code. */
const statuses: Record<string, number> = {
  // A violated CHECK constraint.
  '23514': 400,
  // A statement that is too complex, and crashed the database (restart.ts).
  '54001': 413,
  // A statement while the database restarts.
  PGRST001: 503,
}

/**
 * Makes the REST service respond to some errors with the status and the code of PostgREST. The service supports
 * PostgREST's custom errors (code PGRST), so they are converted to one. Also prints each database error as one line,
 * without the stack.
 */
export function convertDatabaseErrors(
  connection: Pick<PgliteConnection, 'normalizeDbError'>,
): void {
  const normalize = connection.normalizeDbError.bind(connection)
  connection.normalizeDbError = (error) => {
    const known = normalize(error)
    if (!(known instanceof Error)) return known
    const converted = toCustomError(known) ?? known
    return Object.assign(converted, { [inspect.custom]: () => `Database: ${known.message}` })
  }
}

function toCustomError(error: DatabaseError): Error | undefined {
  const { code = '', message, detail, hint } = error
  const status = statuses[code]
  if (!status) return undefined
  return Object.assign(new Error(JSON.stringify({ code, message, details: detail, hint })), {
    code: 'PGRST',
    detail: JSON.stringify({ status, headers: {} }),
  })
}

interface DatabaseError extends Error {
  code?: string
  detail?: string
  hint?: string
}
