import { fieldLabel } from '../community/fields.ts'
import { supabase } from '../../supabase/client.ts'
import { supabaseUrl } from '../../supabase/config.ts'
import type { Database } from '../../supabase/database.types.ts'
import { unwrap } from '../../supabase/errors.ts'
import { readAllRows } from '../../supabase/read-all.ts'
import { readRows, type ImportRow } from './read-rows.ts'
import { type Encoding, readTable } from './read-table.ts'

/** What became of a row, or what the preview expects. */
export type RowState = {
  kind: 'unchecked' | 'ready' | 'imported' | 'listed' | 'rejected' | 'problem'
  problems: readonly string[]
}
export type RowStates = ReadonlyMap<number, RowState>

/** Fewer rows than the database accepts, so that a lost response loses little, and for the progress. */
const rowsPerCall = 100

export type ImportFile = { name: string; content: Blob; encoding?: Encoding }

/** Reads a file and checks its rows by the rules of the form. */
export async function readImport({ name, content, encoding }: ImportFile, signal: AbortSignal) {
  const { doubt, ...table } = await readTable(content, encoding)
  const places = await readAllRows((from, to) =>
    supabase
      .from('places')
      .select('name, country, known_names, is_active')
      .order('id')
      .range(from, to)
      .abortSignal(signal),
  )
  const isDirectoryLive = import.meta.env.VITE_DIRECTORY === 'live'
  return {
    name,
    content,
    doubt,
    headers: table.headers,
    ...readRows(table, { places, projectUrl: supabaseUrl, isDirectoryLive }),
  }
}

export const initialStates = (rows: readonly ImportRow[]): RowStates =>
  new Map(
    rows.map(({ number, problems }) => [
      number,
      { kind: problems.length > 0 ? 'problem' : 'unchecked', problems },
    ]),
  )

type Outcome = Database['public']['Functions']['import_communities']['Returns'][number]

function toState({ outcome, problem, field }: Outcome, isPreview: boolean): RowState {
  if (outcome === 'imported') return { kind: isPreview ? 'ready' : 'imported', problems: [] }
  if (outcome === 'invalid') {
    return { kind: 'problem', problems: [field ? `${fieldLabel(field)}: ${problem}` : problem] }
  }
  return { kind: outcome === 'rejected before' ? 'rejected' : 'listed', problems: [] }
}

type Sending = {
  isPreview: boolean
  signal: AbortSignal
  /** Receives the states after each call. */
  onStates: (states: RowStates) => void
}

/**
 * Imports rows, or checks them like an import without storing them. Safe to repeat: the database skips what is there, and
 * reports rows that an earlier attempt has stored as imported.
 */
export async function sendRows(
  rows: readonly ImportRow[],
  { isPreview, signal, onStates }: Sending,
) {
  for (let start = 0; start < rows.length; start += rowsPerCall) {
    const sent = rows.slice(start, start + rowsPerCall)
    const call = supabase.rpc('import_communities', {
      rows: sent.map(({ values }) => values),
      is_preview: isPreview,
    })
    // One after the other, so that a failure leaves at most one call in an unknown state.
    // oxlint-disable-next-line no-await-in-loop
    const outcomes = unwrap(await call.abortSignal(signal))
    signal.throwIfAborted()
    onStates(
      new Map(
        outcomes.flatMap((outcome) => {
          const row = sent[outcome.row_number - 1]
          return row ? [[row.number, toState(outcome, isPreview)]] : []
        }),
      ),
    )
  }
}
