import type { PostgrestSingleResponse } from '@supabase/postgrest-js'
import { unwrap } from './errors.ts'

/** The most rows that PostgREST returns at once. */
export const maxRows = 1000

/** Of a request by ids, which are part of the URL: servers limit its length. */
const idsPerRequest = 100

/** Reads rows by their ids, in several requests if there are many. */
export async function readByIds<Row>(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const chunks = Array.from({ length: Math.ceil(ids.length / idsPerRequest) }, (_none, index) =>
    ids.slice(index * idsPerRequest, (index + 1) * idsPerRequest),
  )
  return (await Promise.all(chunks.map((chunk) => read(chunk)))).flat()
}

export async function readAllRows<Row>(
  readPage: (from: number, to: number) => PromiseLike<PostgrestSingleResponse<Row[]>>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    // Each page starts after the previous one.
    // oxlint-disable-next-line no-await-in-loop
    const page = unwrap(await readPage(rows.length, rows.length + maxRows - 1))
    rows.push(...page)
    if (page.length < maxRows) return rows
  }
}
