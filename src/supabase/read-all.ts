import type { PostgrestSingleResponse } from '@supabase/postgrest-js'
import { unwrap } from './errors.ts'

/** The most rows that PostgREST returns at once. */
export const maxRows = 1000

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
