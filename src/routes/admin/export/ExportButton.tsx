import { useMutation } from '@tanstack/react-query'
import { Download, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { toast } from '../../../ui/toast.tsx'
import { failureMessage } from '../../../supabase/errors.ts'
import { Button } from '../../../ui/Button.tsx'
import { formatCount } from '../../../ui/format.ts'
import type { CommunitiesView, UsersView } from '../admin-view.ts'
import { saveCsv, toCsv } from './csv.ts'
import {
  communityHeaders,
  type Progress,
  readCommunitiesToExport,
  readUsersToExport,
  userHeaders,
} from './export-rows.ts'

type Props = (
  | { kind: 'communities'; view: CommunitiesView }
  | { kind: 'users'; view: UsersView }
) & {
  /** Number of rows to export; undefined while loading. */
  total: number | undefined
}

const texts = {
  communities: {
    success: 'Exported communities as CSV',
    failure: 'Failed to export communities',
  },
  users: { success: 'Exported users as CSV', failure: 'Failed to export users' },
}

/** Exports all pages of the filtered rows as CSV, with progress and a cancel button. */
export function ExportButton(props: Props) {
  const { kind, total = 0 } = props
  const [rowCount, setRowCount] = useState(0)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const exporting = useMutation({
    mutationFn: async () => {
      const controller = new AbortController()
      running.current = controller
      setRowCount(0)
      await exportCsv(props, { onRows: setRowCount, signal: controller.signal })
    },
    onSuccess: () => toast.success(texts[kind].success),
    onError: (error) => {
      if (!running.current?.signal.aborted) toast.error(failureMessage(texts[kind].failure, error))
    },
  })

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
          onClick={() => running.current?.abort()}
        />
      </span>
    )
  }
  return (
    <Button
      variant="secondary"
      icon={Download}
      disabled={total === 0}
      onClick={() => exporting.mutate()}
    >
      <span className="max-sm:sr-only">Export CSV</span>
    </Button>
  )
}

async function exportCsv(props: Props, progress: Progress): Promise<void> {
  const csv =
    props.kind === 'communities'
      ? toCsv(communityHeaders, await readCommunitiesToExport(props.view, progress))
      : toCsv(userHeaders, await readUsersToExport(props.view, progress))
  progress.signal.throwIfAborted()
  saveCsv(`${props.kind}-${new Date().toISOString().slice(0, 10)}.csv`, csv)
}
