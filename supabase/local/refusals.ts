import { AsyncLocalStorage } from 'node:async_hooks'
import type { PgliteConnection } from '@supabase/lite/pglite'

type Report = (line: string) => void

const reports = new AsyncLocalStorage<Report>()
/** What the database refused last in a request, with its SQLSTATE. */
const refusals = new AsyncLocalStorage<{ code?: string; message?: string }>()
let isPatched = false

/**
 * Runs `work`, turning what the embedded backend prints meanwhile into single lines for `report`. It
 * dumps every refused statement with its stack, and a refused statement is our everyday business.
 */
export function withQuietConsole<T>(report: Report, work: () => T): T {
  patchConsole()
  return reports.run(report, work)
}

function patchConsole() {
  if (isPatched) return
  isPatched = true
  for (const method of ['error', 'warn', 'log'] as const) {
    const print = console[method].bind(console)
    console[method] = (...values: unknown[]) => {
      const report = reports.getStore()
      // A report that prints must not report what it prints.
      if (report) reports.exit(() => report(values.map(firstLine).join(' ')))
      else print(...values)
    }
  }
}

function firstLine(value: unknown): string {
  const text = value instanceof Error ? value.message : String(value)
  return text.split('\n')[0] ?? text
}

/** The words of Node and of PostgreSQL for a full disk. */
export const diskFull = /ENOSPC|no space left on device/i

/** Answers in place of a service that knows no words for what went wrong, and only prints it. */
export async function explainFailure(
  report: Report,
  request: Request,
  work: () => Response | Promise<Response>,
): Promise<Response> {
  let isFull = false
  const refusal: { code?: string; message?: string } = {}
  const response = await withQuietConsole(
    (line) => {
      isFull ||= diskFull.test(line)
      report(line)
    },
    () => refusals.run(refusal, work),
  )
  if (isFull && response.status >= 500) {
    const message = 'The disk of the embedded backend is full.'
    return Response.json({ statusCode: '507', error: 'disk_full', message }, { status: 507 })
  }
  const { code, message = '' } = refusal
  if (response.ok || !new URL(request.url).pathname.startsWith('/storage/')) return response
  if (code === '23505') return storageProblem(response, '409', 'Duplicate', duplicate)
  if (code === '42501' && !message.includes('row-level security')) {
    return storageProblem(response, '403', 'Unauthorized', message)
  }
  return response
}

/** What the storage service says of a name that is taken. */
export const duplicate = 'The resource already exists'

/** As the storage service of a hosted project answers: with 400, whatever the true status. */
function storageProblem(
  { headers }: Response,
  statusCode: string,
  error: string,
  message: string,
): Response {
  const answer = Response.json({ statusCode, error, message }, { status: 400 })
  // Without these, no browser on another origin may read it.
  for (const [name, value] of headers) {
    if (name.startsWith('access-control-')) answer.headers.set(name, value)
  }
  return answer
}

/**
 * Makes a violated CHECK constraint reach the client as the REST service answers it, under its own code.
 * The embedded one knows no such error and answers 500. It does know PostgREST's way of raising an answer
 * of one's own, so the error is put in that form.
 */
export function reportDatabaseErrors(connection: Pick<PgliteConnection, 'normalizeDbError'>): void {
  const normalize = connection.normalizeDbError.bind(connection)
  connection.normalizeDbError = (error) => {
    const known = normalize(error)
    if (known instanceof Error && 'code' in known) {
      Object.assign(refusals.getStore() ?? {}, { code: known.code, message: known.message })
    }
    if (!isCheckViolation(known)) return known
    const { code, message, detail, hint } = known
    return Object.assign(new Error(JSON.stringify({ code, message, details: detail, hint })), {
      code: 'PGRST',
      detail: JSON.stringify({ status: 400, headers: {} }),
    })
  }
}

interface CheckViolation extends Error {
  code: '23514'
  detail?: string
  hint?: string
}

function isCheckViolation(error: unknown): error is CheckViolation {
  return error instanceof Error && 'code' in error && error.code === '23514'
}
