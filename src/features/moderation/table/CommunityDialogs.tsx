import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { EditCommunity } from '../../listing/EditCommunity.tsx'
import { useDialogInUrl } from '../../../lib/useDialogInUrl.ts'
import { onDemandDialog } from '../../../ui/on-demand-dialog.tsx'
import type { Decision } from '../queue/decisions.ts'
import type { AdminCommunity } from '../queue/queue.ts'
import type { Decisions } from '../queue/useDecisions.ts'

export const RejectDialog = onDemandDialog(
  async () => (await import('../queue/RejectDialog.tsx')).RejectDialog,
  {
    title: ({ kind }) =>
      ({
        reject: 'Reject community',
        hide: 'Hide community',
        'decline appeal': 'Decline appeal',
        'decline claim': 'Decline claim',
      })[kind ?? 'reject'],
  },
)
const CommunityView = onDemandDialog(
  async () => (await import('./CommunityView.tsx')).CommunityView,
  { title: 'Community', size: 'xl', cancelLabel: 'Close' },
)
const DeleteCommunityDialog = onDemandDialog(
  async () => (await import('../../community/DeleteCommunityDialog.tsx')).DeleteCommunityDialog,
  { title: 'Delete community', size: 'sm' },
)
const HistoryDialog = onDemandDialog(
  async () => (await import('../../log/HistoryDialog.tsx')).HistoryDialog,
  { title: 'History', size: 'lg' },
)

export type CommunityAction = 'show' | 'edit' | 'reject' | 'hide' | 'delete' | 'history'

/** A decision that lacks only its reason. */
type Declining = WithoutReason<Extract<Decision, { kind: 'decline appeal' | 'decline claim' }>>
type WithoutReason<Full> = Full extends unknown ? Omit<Full, 'reason'> : never

type Opened =
  | { community: AdminCommunity; action: Exclude<CommunityAction, 'show' | 'edit'> }
  | { community: AdminCommunity; action: 'decline'; decision: Declining }

/** Tracks which dialog is open for which community. The view and the edit dialog are part of the URL. */
export function useCommunityDialogs() {
  const editor = useDialogInUrl('edit')
  const viewer = useDialogInUrl('show')
  const [opened, setOpened] = useState<Opened | null>(null)
  return {
    opened,
    open: (community: AdminCommunity, action: CommunityAction) => {
      if (action === 'edit') editor.open(community.id)
      else if (action === 'show') viewer.open(community.id)
      else setOpened({ community, action })
    },
    /** Asks for the reason. The dialog stays open if another admin decides first. */
    decline: (decision: Declining) =>
      setOpened({ community: decision.community, action: 'decline', decision }),
    close: () => setOpened(null),
  }
}

type Props = {
  dialog: ReturnType<typeof useCommunityDialogs>
  /** The loaded communities. The edited one may be missing. */
  rows: readonly AdminCommunity[] | undefined
  decisions: Decisions
}

export function CommunityDialogs({ dialog: { opened, close }, rows, decisions }: Props) {
  const queries = useQueryClient()
  const reload = () => void queries.invalidateQueries({ queryKey: ['admin'] })

  if (!opened) {
    return (
      <>
        <ShowCommunity />
        <EditCommunity loaded={rows} role="admin" onSaved={reload} />
      </>
    )
  }

  const { community, action } = opened
  switch (action) {
    case 'reject':
    case 'hide':
    case 'decline': {
      const decision = action === 'decline' ? opened.decision : { community, kind: action }
      const saving = decisions.saving.get(community.id)
      return (
        <RejectDialog
          kind={decision.kind}
          names={[community.name]}
          isWaiting={saving !== undefined && saving !== decision.kind}
          onClose={close}
          onSubmit={(reason) => decisions.decide({ ...decision, reason })}
        />
      )
    }
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

/** The community in `?show=<id>`, unless it is being edited: closing the form returns to it. */
function ShowCommunity() {
  const { value: id, close } = useDialogInUrl('show')
  const editor = useDialogInUrl('edit')
  if (!id || editor.value) return null
  return <CommunityView key={id} id={id} onClose={close} onEdit={() => editor.open(id)} />
}
