import type { PgliteConnection } from '@supabase/lite/pglite'

/**
 * Makes a violated CHECK constraint reach the client as the REST service answers it: status 400 and
 * code 23514. The embedded one knows no such error and answers 500. It does know PostgREST's way of
 * raising an answer of one's own, so the violation is put in that form.
 */
export function reportCheckViolations(connection: PgliteConnection): void {
  const normalize = connection.normalizeDbError.bind(connection)
  connection.normalizeDbError = (error) => {
    const known = normalize(error)
    if (!isCheckViolation(known)) return known
    const { code, message, detail, hint } = known
    return Object.assign(new Error(JSON.stringify({ code, message, details: detail, hint })), {
      code: 'PGRST',
      detail: JSON.stringify({ status: 400, headers: {} }),
    })
  }
}

interface DatabaseError extends Error {
  code: string
  detail?: string
  hint?: string
}

function isCheckViolation(error: unknown): error is DatabaseError {
  return error instanceof Error && 'code' in error && error.code === '23514'
}
