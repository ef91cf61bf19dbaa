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

/**
 * Makes the REST service respond to a violated CHECK constraint with 400 and its code, as PostgREST does, not with 500.
 * The service supports PostgREST's custom errors (code PGRST), so the violation is converted to one. Also prints each
 * database error as one line, without the stack.
 */
export function convertDatabaseErrors(
  connection: Pick<PgliteConnection, 'normalizeDbError'>,
): void {
  const normalize = connection.normalizeDbError.bind(connection)
  connection.normalizeDbError = (error) => {
    const known = normalize(error)
    if (!(known instanceof Error)) return known
    const converted = isCheckViolation(known) ? toCustomError(known) : known
    return Object.assign(converted, { [inspect.custom]: () => `Database: ${known.message}` })
  }
}

function toCustomError({ code, message, detail, hint }: CheckViolation): Error {
  return Object.assign(new Error(JSON.stringify({ code, message, details: detail, hint })), {
    code: 'PGRST',
    detail: JSON.stringify({ status: 400, headers: {} }),
  })
}

interface CheckViolation extends Error {
  code: '23514'
  detail?: string
  hint?: string
}

function isCheckViolation(error: Error): error is CheckViolation {
  return 'code' in error && error.code === '23514'
}
