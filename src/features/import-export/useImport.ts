import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useWrite } from '../data/useWrite.ts'
import {
  type ImportFile,
  initialStates,
  readImport,
  type RowState,
  type RowStates,
  sendRows,
} from './import-rows.ts'
import type { ImportRow } from './read-rows.ts'
import type { Encoding } from './read-table.ts'

type ReadFile = Awaited<ReturnType<typeof readImport>>

const unchecked: RowState = { kind: 'unchecked', problems: [] }

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
    write: (rows: readonly ImportRow[], signal) =>
      sendRows(rows, { isPreview: true, signal, onStates: addStates }),
    failure: 'Failed to check the rows',
    showReasonIn: 'dialog',
  })
  const reading = useWrite({
    write: (chosen: ImportFile, signal) => readImport(chosen, signal),
    failure: 'Failed to read the file',
    showReasonIn: 'dialog',
    onSuccess: (read) => {
      setFile(read)
      setStates(initialStates(read.rows))
      void checking.run(read.rows.filter(({ values }) => values !== null))
    },
  })
  const importing = useWrite({
    write: (rows: readonly ImportRow[], signal) =>
      sendRows(rows, { isPreview: false, signal, onStates: addStates }),
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
    state: states.get(row.number) ?? unchecked,
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
    checkRest: () => void checking.run(ofKind('unchecked')),
    importReady: () => {
      setImportedCount({ before: imported.length, wanted: ready.length })
      void importing.run(ready)
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
