import { dehydrate, hydrate, type Query, type QueryClient } from '@tanstack/react-query'
import { readObject, writeItem } from '../lib/browser-storage.ts'
import { readProperty } from '../lib/read-property.ts'
import { appHeaders, supabaseKey, supabaseUrl } from './config.ts'
import type { Database } from './database.types.ts'

/*
 * The rows that a page shows first. The inline script requests them while the app's code is still loading, and the query
 * with the same key takes them instead of sending its own request. Until they arrive, the page shows those of the last
 * visit.
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
const maxEarlyAge = 30_000

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
  const rows = early && Date.now() - early.sentAt <= maxEarlyAge ? await early.rows : null
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

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The toast if loading fails. */
      failure?: string
      /** Whether `persistQueries` stores the rows for the next visit. */
      isPersisted?: boolean
    }
  }
}

type PersistOptions = {
  /** Key in local storage, which signing out clears. */
  storageKey: string
  /** Identifies the columns, and the user if only one may see the rows. Rows with another one are not restored. */
  buster: string
}

const maxPersisted = 10

/**
 * Restores the rows of the last visit, which the screens show until the new ones arrive. Then stores the results of
 * queries with the meta value `isPersisted`. Like TanStack Query's persister, which is larger and restores too late for
 * the first render.
 *
 * @returns a function that stops storing
 */
export function persistQueries(
  queryClient: QueryClient,
  { storageKey, buster }: PersistOptions,
): () => void {
  const stored = readObject(storageKey)
  const state = readProperty(stored, 'clientState')
  if (readProperty(stored, 'buster') === buster && typeof state === 'object')
    hydrate(queryClient, state ?? {})

  // Requests them again, however recent they are.
  void queryClient.invalidateQueries({ refetchType: 'none' })

  return queryClient.getQueryCache().subscribe(({ type, query, ...event }) => {
    if (type !== 'updated' || !('action' in event) || event.action.type !== 'success') return
    if (!isPersisted(query)) return
    const clientState = dehydrate(queryClient, { shouldDehydrateQuery: isPersisted })
    clientState.queries.sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    clientState.queries.splice(maxPersisted)
    writeItem(storageKey, JSON.stringify({ buster, clientState }))
  })
}

const isPersisted = ({ meta, state }: Query) =>
  meta?.isPersisted === true && state.status === 'success'
