import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { fieldLabel } from '../community/fields.ts'
import { useWrite } from '../data/useWrite.ts'
import { supabase } from '../../supabase/client.ts'
import { supabaseUrl } from '../../supabase/config.ts'
import type { Database } from '../../supabase/database.types.ts'
import { unwrap } from '../../supabase/errors.ts'
import { readAllRows } from '../../supabase/read-all.ts'
import { type Encoding, readTable } from './csv.ts'
import { readRows, type ImportRow } from './read-rows.ts'

/** The outcome of a row, or what the preview expects. */
export type RowState = {
  kind: 'unchecked' | 'ready' | 'imported' | 'listed' | 'rejected' | 'problem'
  problems: readonly string[]
}
type RowStates = ReadonlyMap<number, RowState>

type ReadFile = Awaited<ReturnType<typeof readImport>>

/** Reads a file, checks its rows, and imports those without problems. Each step can be repeated after a failure. */
export function useImport() {
  const queries = useQueryClient()
  const [file, setFile] = useState<ReadFile | null>(null)
  const [states, setStates] = useState<RowStates>(new Map())
  const [importedCount, setImportedCount] = useState({ before: 0, wanted: 0 })
  const addStates = (added: RowStates) => setStates((known) => new Map([...known, ...added]))
  // The table behind the dialog, and its counts.
  const reload = () => void queries.invalidateQueries({ queryKey: ['admin'] })

  const checking = useWrite({
    write: ({ rows: checked, source }: Sent, signal) =>
      sendRows(checked, { source, isPreview: true, signal, onStates: addStates }),
    failure: 'Failed to check the rows',
    showReasonIn: 'dialog',
  })
  const reading = useWrite({
    write: (chosen: ImportFile, signal) => readImport(chosen, signal),
    failure: 'Failed to read the file',
    showReasonIn: 'dialog',
    onSuccess: (read) => {
      setFile(read)
      setStates(new Map())
      const valid = read.rows.filter(({ values }) => values !== null)
      void checking.run({ rows: valid, source: read })
    },
  })
  const importing = useWrite({
    write: ({ rows: imported, source }: Sent, signal) =>
      sendRows(imported, { source, isPreview: false, signal, onStates: addStates }),
    failure: 'Failed to import communities',
    showReasonIn: 'dialog',
    onSettled: reload,
  })
  const cancelAll = () => {
    for (const step of [reading, checking, importing]) step.cancel()
  }
  const cancelOnUnmount = useEffectEvent(cancelAll)
  useEffect(() => () => cancelOnUnmount(), [])

  const rows = (file?.rows ?? []).map((row) => ({
    ...row,
    state: states.get(row.number) ?? stateInFile(row),
  }))
  const ofKind = (kind: RowState['kind']) => rows.filter(({ state }) => state.kind === kind)
  const ready = ofKind('ready')
  const imported = ofKind('imported')

  return {
    file,
    rows,
    ready,
    imported,
    listed: ofKind('listed'),
    rejected: ofKind('rejected'),
    withProblems: ofKind('problem'),
    unchecked: ofKind('unchecked'),
    reading,
    checking,
    importing,
    progress: {
      done: imported.length - importedCount.before,
      total: importedCount.wanted,
    },
    choose: (chosen: File) => {
      if (importing.isPending) return
      cancelAll()
      setFile(null)
      void reading.run({ name: chosen.name, content: chosen })
    },
    chooseEncoding: (encoding: Encoding) => {
      if (!file) return
      cancelAll()
      void reading.run({ name: file.name, content: file.content, encoding })
    },
    checkRest: () => {
      if (file) void checking.run({ rows: ofKind('unchecked'), source: file })
    },
    importReady: () => {
      if (!file) return
      setImportedCount({ before: imported.length, wanted: ready.length })
      void importing.run({ rows: ready, source: file })
    },
    /** Leaves the rows that are not yet stored ready. */
    stop: () => {
      importing.cancel()
      reload()
    },
  }
}

export type Import = ReturnType<typeof useImport>
export type CheckedRow = Import['rows'][number]

/** Fewer rows than the database accepts, so that a lost response loses little, and for the progress. */
const rowsPerCall = 100

type ImportFile = { name: string; content: Blob; encoding?: Encoding }

/** Tells the database which rows belong together. */
type ImportSource = { id: string; name: string }

/** Reads a file and checks its rows by the rules of the form. */
async function readImport({ name, content, encoding }: ImportFile, signal: AbortSignal) {
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
    id: crypto.randomUUID(),
    name,
    content,
    doubt,
    headers: table.headers,
    ...readRows(table, { places, projectUrl: supabaseUrl, isDirectoryLive }),
  }
}

/** The state of a row before the database has checked it. */
const stateInFile = ({ problems }: ImportRow): RowState => ({
  kind: problems.length > 0 ? 'problem' : 'unchecked',
  problems,
})

type Outcome = Database['public']['Functions']['import_communities']['Returns'][number]

function toState({ outcome, problem, field }: Outcome, isPreview: boolean): RowState {
  if (outcome === 'imported') return { kind: isPreview ? 'ready' : 'imported', problems: [] }
  if (outcome === 'invalid') {
    return { kind: 'problem', problems: [field ? `${fieldLabel(field)}: ${problem}` : problem] }
  }
  return { kind: outcome === 'rejected before' ? 'rejected' : 'listed', problems: [] }
}

type Sent = { rows: readonly ImportRow[]; source: ImportSource }

type Sending = {
  source: ImportSource
  isPreview: boolean
  signal: AbortSignal
  /** Receives the states after each call. */
  onStates: (states: RowStates) => void
}

/**
 * Imports rows, or checks them like an import without storing them. Safe to repeat: the database skips what is there, and
 * reports rows that an earlier attempt has stored as imported.
 */
async function sendRows(
  rows: readonly ImportRow[],
  { source, isPreview, signal, onStates }: Sending,
) {
  for (let start = 0; start < rows.length; start += rowsPerCall) {
    const sent = rows.slice(start, start + rowsPerCall)
    const call = supabase.rpc('import_communities', {
      rows: sent.map(({ values }) => values),
      is_preview: isPreview,
      import_id: source.id,
      file_name: source.name,
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
