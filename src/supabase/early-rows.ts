import { readProperty } from '../lib/read-property.ts'
import { appHeaders, supabaseKey, supabaseUrl } from './config.ts'
import type { Database } from './database.types.ts'

/*
 * The inline script requests the rows that a page shows first, while the app's code is still loading. The query with the
 * same key takes them instead of sending its own request.
 */

type Names<Kind extends 'Tables' | 'Functions'> = Extract<keyof Database['public'][Kind], string>

/** The request of a query, described without the data client. */
export type EarlyRequest = {
  key: readonly unknown[]
  path: Names<'Tables'> | `rpc/${Names<'Functions'>}`
  /** As PostgREST reads them. Rows without a column of `select` are not used. */
  parameters: { select?: string; [name: string]: string | number | undefined }
}

declare global {
  /** By key and token. Undefined if the inline script requested none. */
  var earlyRows: Map<string, { sentAt: number; rows: Promise<unknown> }> | undefined
}

/** In milliseconds. The connection may drop after the rows have arrived, and return much later. */
const maxAge = 30_000

/** In milliseconds. A network may drop packets without reporting it. */
const maxRequestTime = 15_000

/** Another session must not show the rows, even if it is of the same user. */
const keyOfRows = ({ key }: EarlyRequest, token: string | null) => JSON.stringify([token, key])

/**
 * Sends the request of a query before the query's code has loaded.
 *
 * @param token of the session, if only a user may read the rows
 */
export function requestEarly(request: EarlyRequest, token: string | null = null): void {
  const url = new URL(`${supabaseUrl}/rest/v1/${request.path}`)
  for (const [name, value] of Object.entries(request.parameters)) {
    // The same URL as the data client's, which removes the spaces of a list of columns.
    const text = name === 'select' ? String(value).replaceAll(' ', '') : String(value)
    url.searchParams.append(name, text)
  }
  const headers = {
    ...appHeaders,
    apikey: supabaseKey,
    ...(token && { Authorization: `Bearer ${token}` }),
  }
  const rows = fetch(url, { headers, signal: AbortSignal.timeout(maxRequestTime) })
    .then((response) => (response.ok ? response.json() : null))
    // Also the page of a captive portal, which is not JSON.
    .catch(() => null)
  globalThis.earlyRows ??= new Map()
  globalThis.earlyRows.set(keyOfRows(request, token), { sentAt: Date.now(), rows })
}

/**
 * Returns the rows that the inline script has requested for a query. They count once, and only if they were requested
 * recently and with the same token. Otherwise, or if that request failed, sends the query's own.
 *
 * @param send requests the same rows with the data client
 */
export async function readUnlessRequestedEarly<Rows>(
  request: EarlyRequest,
  token: string | null | undefined,
  send: () => Promise<Rows>,
): Promise<Rows> {
  const key = keyOfRows(request, token ?? null)
  const early = globalThis.earlyRows?.get(key)
  // Without waiting for the rows: a refetch after a write must not take them. In a microtask, because strict mode starts
  // a query twice in one task.
  queueMicrotask(() => globalThis.earlyRows?.delete(key))
  const rows = early && Date.now() - early.sentAt <= maxAge ? await early.rows : null
  const areRows = (value: unknown): value is Rows => hasColumns(value, request.parameters.select)
  return areRows(rows) ? rows : send()
}

/** Whether a response has the selected columns. The database determines their types. */
function hasColumns(rows: unknown, select?: string): boolean {
  // The result of a function.
  if (!select) return rows !== null
  // Without the columns of embedded tables.
  const columns = select.replaceAll(/\(.*?\)/g, '').match(/\w+/g) ?? []
  const isRow = (row: unknown) =>
    typeof row === 'object' &&
    row !== null &&
    columns.every((column) => readProperty(row, column) !== undefined)
  return Array.isArray(rows) ? rows.every(isRow) : isRow(rows)
}
