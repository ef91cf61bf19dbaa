import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { CommunityDialog } from '../../../communities/EditCommunity.tsx'
import { DeleteCommunityDialog } from '../../../communities/DeleteCommunityDialog.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { EmptyState } from '../../../ui/Feedback.tsx'
import { useAdminView } from '../admin-view.ts'
import { type AdminCommunity, editedCommunity } from '../community-queries.ts'
import { RejectDialog } from '../decisions/RejectDialog.tsx'
import type { Decisions } from '../decisions/useDecisions.ts'
import { HistoryDialog } from '../history/HistoryDialog.tsx'
import { LoadState } from '../ListParts.tsx'

/** What an admin does to a community in a dialog. */
export type CommunityAction = 'edit' | 'reject' | 'delete' | 'history'

type Opened = { community: AdminCommunity; action: Exclude<CommunityAction, 'edit'> }

/**
 * Which dialog is open about which community. The one that edits is in the address: Back closes it, a
 * reload opens it again.
 */
export function useActionDialog() {
  const { editedId, openEditor, closeEditor } = useAdminView()
  const [opened, setOpened] = useState<Opened | null>(null)
  // Whether Back leads to where the editor was opened, rather than out of this screen.
  const openedHere = useRef<string | null>(null)
  const navigate = useNavigate()

  return {
    opened,
    editedId,
    open: (community: AdminCommunity, action: CommunityAction) => {
      if (action !== 'edit') {
        setOpened({ community, action })
        return
      }
      openedHere.current = community.id
      openEditor(community.id)
    },
    close: () => setOpened(null),
    closeEditor: () => {
      if (openedHere.current === editedId) void navigate(-1)
      else closeEditor()
      openedHere.current = null
    },
  }
}

type Props = {
  dialog: ReturnType<typeof useActionDialog>
  /** The communities on view; one that is edited need not be among them. */
  rows: readonly AdminCommunity[]
  decisions: Decisions
}

/** The dialog that is open about a community, if one is. */
export function ActionDialog({ dialog, rows, decisions }: Props) {
  const queries = useQueryClient()
  const { opened, editedId, close } = dialog
  const reload = () => void queries.invalidateQueries({ queryKey: ['admin'] })

  if (editedId) {
    return (
      <EditDialog
        key={editedId}
        id={editedId}
        row={rows.find(({ id }) => id === editedId)}
        onClose={dialog.closeEditor}
        onSaved={reload}
      />
    )
  }
  if (!opened) return null

  const { community, action } = opened
  switch (action) {
    case 'reject':
      return (
        <RejectDialog
          names={[community.name]}
          onClose={close}
          onReject={(reason) => decisions.decide({ community, kind: 'reject', reason })}
        />
      )
    case 'delete':
      return (
        <DeleteCommunityDialog
          community={community}
          failure="Failed to delete community"
          onClose={close}
          onDeleted={() => {
            close()
            reload()
          }}
        />
      )
    case 'history':
      return (
        <HistoryDialog
          subject={{ kind: 'community', id: community.id, name: community.name }}
          onClose={close}
        />
      )
  }
}

type EditProps = {
  id: string
  row: AdminCommunity | undefined
  onClose: () => void
  onSaved: () => void
}

/** Edits the community as it was when the dialog opened; it is read first unless its row is on view. */
function EditDialog({ id, row, onClose, onSaved }: EditProps) {
  const query = useQuery({ ...editedCommunity(id), initialData: row })
  const community = query.data
  if (community) {
    return (
      <CommunityDialog community={community} role="admin" onClose={onClose} onSaved={onSaved} />
    )
  }
  return (
    <Dialog open onOpenChange={onClose} title="Edit Community" size="xl">
      {community === null ? (
        <EmptyState title="This community no longer exists" icon={SearchX} />
      ) : (
        <LoadState query={query} failure="Error loading communities" />
      )}
    </Dialog>
  )
}
