import { useQuery } from '@tanstack/react-query'
import { Download, MapPinned, ScrollText, Settings2, Upload, WholeWord, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import {
  type CommunitiesView,
  useAdminView,
  type UsersView,
} from '../../features/admin/admin-view.ts'
import { activityParams } from '../../features/log/activity-view.ts'
import { communityCounts } from '../../features/moderation/table/community-queries.ts'
import { usersPage } from '../../features/users/user-queries.ts'
import { useDialogInUrl } from '../../lib/useDialogInUrl.ts'
import { GhostButton } from '../../ui/Button.tsx'
import { formatCount } from '../../ui/format.ts'
import { lazyDialog } from '../../ui/lazy.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { useWrite } from '../../features/data/useWrite.ts'
import type { ExportedView } from '../../features/import-export/export-rows.ts'

const dialogs = {
  places: lazyDialog(
    async () => (await import('../../features/places/PlacesDialog.tsx')).PlacesDialog,
    { title: 'Places', size: 'lg' },
  ),
  synonyms: lazyDialog(
    async () => (await import('../../features/synonyms/SynonymsDialog.tsx')).SynonymsDialog,
    { title: 'Synonyms', size: 'lg' },
  ),
  activity: lazyDialog(
    async () => (await import('../../features/log/ActivityDialog.tsx')).ActivityDialog,
    { title: 'Activity', size: 'lg' },
  ),
  // With the rules of the form and the CSV reader, it adds 20 kB to /admin.
  import: lazyDialog(
    async () => (await import('../../features/import-export/ImportDialog.tsx')).ImportDialog,
    { title: 'Import communities', size: 'lg' },
  ),
}

/** The tools of the admin screen. An export shows its progress beside the menu. */
export function ManageMenu() {
  const { view } = useAdminView()
  const [opened, setOpened] = useState<'places' | 'synonyms' | 'import' | null>(null)
  const activity = useDialogInUrl('activity', activityParams)
  const dialog = activity.value ? 'activity' : opened
  const OpenDialog = dialog && dialogs[dialog]
  const exporting = useExport(view.tab === 'users' ? 'users' : 'communities')
  const exportProps = {
    isPending: exporting.isPending,
    onExport: (exported: Parameters<typeof exporting.run>[0]) => void exporting.run(exported),
  }

  return (
    <div className="ml-auto flex flex-wrap items-center justify-end gap-1">
      {exporting.isPending && (
        <ExportProgress {...exporting.progress} onCancel={exporting.cancel} />
      )}
      <Menu
        trigger={(props) => (
          // On phones the icon alone, so that it is in the row of the heading.
          <GhostButton icon={Settings2} className="max-sm:px-2" {...props}>
            <span className="max-sm:sr-only">Manage</span>
          </GhostButton>
        )}
      >
        <MenuItem icon={MapPinned} onSelect={() => setOpened('places')}>
          Places
        </MenuItem>
        <MenuItem icon={WholeWord} onSelect={() => setOpened('synonyms')}>
          Synonyms
        </MenuItem>
        <MenuItem icon={ScrollText} onSelect={() => activity.open('all')}>
          Activity
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Upload} onSelect={() => setOpened('import')}>
          Import CSV
        </MenuItem>
        {view.tab === 'users' && <ExportUsers view={view} {...exportProps} />}
        {view.tab === 'communities' && <ExportCommunities view={view} {...exportProps} />}
      </Menu>
      {OpenDialog && (
        <OpenDialog onClose={() => (dialog === 'activity' ? activity.close() : setOpened(null))} />
      )}
    </div>
  )
}

type ProgressProps = { done: number; total: number; onCancel: () => void }

function ExportProgress({ done, total, onCancel }: ProgressProps) {
  return (
    <span className="inline-flex items-center gap-1">
      <GhostButton isPending>
        <span role="status" className="tabular-nums">
          {`${formatCount(done)} of ${formatCount(total)}`}
        </span>
      </GhostButton>
      <GhostButton icon={X} aria-label="Cancel the export" onClick={onCancel} />
    </span>
  )
}

type ExportProps<View> = {
  view: View
  isPending: boolean
  onExport: (exported: { view: View; total: number }) => void
}

function ExportCommunities({ view, isPending, onExport }: ExportProps<CommunitiesView>) {
  const total = useQuery(communityCounts(view)).data?.[view.status ?? 'all'] ?? 0
  return (
    <ExportItem isDisabled={isPending || total === 0} onSelect={() => onExport({ view, total })} />
  )
}

function ExportUsers({ view, isPending, onExport }: ExportProps<UsersView>) {
  const total = useQuery(usersPage(view)).data?.total ?? 0
  return (
    <ExportItem isDisabled={isPending || total === 0} onSelect={() => onExport({ view, total })} />
  )
}

function ExportItem(props: { isDisabled: boolean; onSelect: () => void }) {
  return (
    <MenuItem icon={Download} {...props}>
      Export CSV
    </MenuItem>
  )
}

/** `total` is the number of rows, for the progress. */
type Exported = { view: ExportedView; total: number }

/** Exports a table as a CSV file. Leaving the screen cancels it; another tab does not. */
function useExport(kind: ExportedView['tab']) {
  const [progress, setProgress] = useState({ done: 0, total: 0 })
  const exporting = useWrite({
    write: async ({ view, total }: Exported, signal) => {
      const onRows = (done: number) => setProgress({ done, total })
      onRows(0)
      // With the CSV library: the first rows of the screen do not wait for it.
      const { exportRows } = await import('../../features/import-export/export-rows.ts')
      await exportRows(view, { onRows, signal })
    },
    success: `Exported ${kind} as CSV`,
    failure: `Failed to export ${kind}`,
    showReasonIn: 'toast',
  })
  const cancelOnUnmount = useEffectEvent(exporting.cancel)
  useEffect(() => () => cancelOnUnmount(), [])
  return { ...exporting, progress }
}
