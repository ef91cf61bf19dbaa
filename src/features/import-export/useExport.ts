import { useEffect, useEffectEvent, useState } from 'react'
import { useWrite } from '../data/useWrite.ts'
import { saveCsv } from './csv.ts'
import { type ExportedView, exportRows } from './export-rows.ts'

/** `total` is the number of rows, for the progress. */
type Exported = { view: ExportedView; total: number }

/** Exports a table as a CSV file. Leaving the screen cancels it; another tab does not. */
export function useExport(kind: ExportedView['tab']) {
  const [progress, setProgress] = useState({ done: 0, total: 0 })
  const exporting = useWrite({
    write: async ({ view, total }: Exported, signal) => {
      const onRows = (done: number) => setProgress({ done, total })
      onRows(0)
      const csv = await exportRows(view, { onRows, signal })
      saveCsv(`${kind}-${new Date().toISOString().slice(0, 10)}.csv`, csv)
    },
    success: `Exported ${kind} as CSV`,
    failure: `Failed to export ${kind}`,
    showReasonIn: 'toast',
  })
  const cancelOnUnmount = useEffectEvent(exporting.cancel)
  useEffect(() => () => cancelOnUnmount(), [])
  return { ...exporting, progress }
}
