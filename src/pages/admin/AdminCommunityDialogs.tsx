import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { DeleteCommunityDialog } from '../../features/community/DeleteCommunityDialog.tsx'
import { EditCommunity } from '../../features/listing/EditCommunity.tsx'
import { historyOf, type HistorySubject } from '../../features/log/history-queries.ts'
import { HistoryList, NoHistory } from '../../features/log/HistoryList.tsx'
import type { AdminCommunity } from '../../features/moderation/queue/queue.ts'
import { CommunityView } from '../../features/moderation/table/CommunityView.tsx'
import { useDialogInUrl } from '../../lib/useDialogInUrl.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import type { useAdminCommunityDialogs } from './CommunitiesTab.tsx'

type Props = {
  dialogs: ReturnType<typeof useAdminCommunityDialogs>
  /** The loaded communities. The edited one may be missing. */
  rows: readonly AdminCommunity[] | undefined
  onClose: () => void
  /** Runs after an edit or a deletion. Reloads the lists unless set. */
  onChanged?: (id: string) => void
}

/** The dialogs about a community that are not decisions. */
export function AdminCommunityDialogs({ dialogs: { opened }, rows, onClose, onChanged }: Props) {
  const queries = useQueryClient()
  const reload = () => void queries.invalidateQueries({ queryKey: ['admin'] })
  const reportChange = onChanged ?? reload
  const viewer = useDialogInUrl('show')
  const editor = useDialogInUrl('edit')

  if (opened?.dialog === 'delete') {
    return (
      <DeleteCommunityDialog
        community={opened.community}
        failure="Failed to delete community"
        onClose={onClose}
        onDeleted={() => {
          onClose()
          reportChange(opened.community.id)
        }}
      />
    )
  }
  if (opened) {
    const { id, name, owner_id } = opened.community
    return <HistoryDialog subject={{ id, name, owner_id }} onClose={onClose} />
  }
  const { value: id } = viewer
  return (
    <>
      {id && !editor.value && (
        <CommunityView key={id} id={id} onClose={viewer.close} onEdit={() => editor.open(id)} />
      )}
      <EditCommunity
        loaded={rows}
        role="admin"
        onSaved={() => (editor.value ? reportChange(editor.value) : reload())}
      />
    </>
  )
}

type DialogProps = { subject: HistorySubject; onClose: () => void }

/** Not in HistoryList.tsx, which the queue shows at once: it would then wait for the library of dialogs. */
function HistoryDialog({ subject, onClose }: DialogProps) {
  const history = useInfiniteQuery(historyOf(subject))

  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title="History"
      subject={subject.name}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <HistoryList query={history} empty={<NoHistory />} />
    </Dialog>
  )
}
