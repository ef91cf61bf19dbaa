import { Download, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useWrite } from '../data/useWrite.ts'
import { Button } from '../../ui/Button.tsx'
import { formatCount } from '../../ui/format.ts'
import type { CommunitiesView, UsersView } from '../admin/admin-view.ts'
import { saveCsv } from './csv.ts'

type Props = (
  | { kind: 'communities'; view: CommunitiesView }
  | { kind: 'users'; view: UsersView }
) & {
  /** Number of rows to export; undefined while loading. */
  total: number | undefined
}

/** Exports all pages of the filtered rows as CSV, with progress and a cancel button. */
export function ExportButton(props: Props) {
  const { kind, total = 0 } = props
  const [rowCount, setRowCount] = useState(0)

  const exporting = useWrite({
    write: async (_none: void, signal) => {
      setRowCount(0)
      const { exportCommunities, exportUsers } = await import('./export-rows.ts')
      const progress = { onRows: setRowCount, signal }
      const csv =
        props.kind === 'communities'
          ? await exportCommunities(props.view, progress)
          : await exportUsers(props.view, progress)
      saveCsv(`${kind}-${new Date().toISOString().slice(0, 10)}.csv`, csv)
    },
    success: `Exported ${kind} as CSV`,
    failure: `Failed to export ${kind}`,
    showReasonIn: 'toast',
  })
  const cancelOnUnmount = useEffectEvent(exporting.cancel)
  useEffect(() => () => cancelOnUnmount(), [])

  if (exporting.isPending) {
    return (
      <span className="inline-flex items-center gap-1">
        <Button variant="secondary" isPending>
          <span role="status" className="tabular-nums">
            {`${formatCount(rowCount)} of ${formatCount(total)}`}
          </span>
        </Button>
        <Button
          variant="ghost"
          icon={X}
          aria-label="Cancel the export"
          onClick={exporting.cancel}
        />
      </span>
    )
  }
  return (
    <Button
      variant="secondary"
      icon={Download}
      className="max-sm:px-2.5"
      disabled={total === 0}
      onClick={() => void exporting.run()}
    >
      <span className="max-sm:sr-only">Export CSV</span>
    </Button>
  )
}
