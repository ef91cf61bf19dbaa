import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DeleteCommunityDialog } from '../../features/community/DeleteCommunityDialog.tsx'
import { EditCommunity } from '../../features/listing/EditCommunity.tsx'
import { HistoryDialog } from '../../features/log/HistoryDialog.tsx'
import type { AdminCommunity } from '../../features/moderation/queue/queue.ts'
import { CommunityView } from '../../features/moderation/table/CommunityView.tsx'
import type { TableDialog } from '../../features/moderation/table/table-columns.tsx'
import { useDialogInUrl } from '../../lib/useDialogInUrl.ts'

type Opened = { community: AdminCommunity; dialog: 'delete' | 'history' }

/** Tracks which dialog is open for which community. The view and the edit dialog are part of the URL. */
export function useCommunityDialogs() {
  const editor = useDialogInUrl('edit')
  const viewer = useDialogInUrl('show')
  const [opened, setOpened] = useState<Opened | null>(null)
  return {
    opened,
    open: (community: AdminCommunity, dialog: TableDialog) => {
      if (dialog === 'edit') editor.open(community.id)
      else if (dialog === 'show') viewer.open(community.id)
      else setOpened({ community, dialog })
    },
    close: () => setOpened(null),
  }
}

type Props = {
  dialogs: ReturnType<typeof useCommunityDialogs>
  /** The loaded communities. The edited one may be missing. */
  rows: readonly AdminCommunity[] | undefined
}

/** The dialogs about a community that are not decisions. */
export function CommunityDialogs({ dialogs: { opened, close }, rows }: Props) {
  const queries = useQueryClient()
  const reload = () => void queries.invalidateQueries({ queryKey: ['admin'] })
  const viewer = useDialogInUrl('show')
  const editor = useDialogInUrl('edit')

  if (opened?.dialog === 'delete') {
    return (
      <DeleteCommunityDialog
        community={opened.community}
        failure="Failed to delete community"
        onClose={close}
        onDeleted={() => {
          close()
          reload()
        }}
      />
    )
  }
  if (opened) {
    const { id, name } = opened.community
    return <HistoryDialog subject={{ kind: 'community', id, name }} onClose={close} />
  }
  const { value: id } = viewer
  return (
    <>
      {/* Closing the form returns to the view. */}
      {id && !editor.value && (
        <CommunityView key={id} id={id} onClose={viewer.close} onEdit={() => editor.open(id)} />
      )}
      <EditCommunity loaded={rows} role="admin" onSaved={reload} />
    </>
  )
}
