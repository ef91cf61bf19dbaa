import { useState } from 'react'
import type { AdminCommunity } from '../../features/moderation/queue/queue.ts'
import type { TableDialog } from '../../features/moderation/table/table-columns.tsx'
import { useDialogInUrl } from '../../lib/useDialogInUrl.ts'
import { lazyDialog } from '../../ui/lazy.tsx'

/** Neither the table nor the queue waits for their code: the screen loads it when the browser is idle. */
export const LazyAdminCommunityDialogs = lazyDialog(
  async () => (await import('./AdminCommunityDialogs.tsx')).AdminCommunityDialogs,
  { title: ({ dialogs }) => dialogs.title, size: 'lg' },
)

const titles = { delete: 'Delete community', history: 'History' }

type Opened = { community: AdminCommunity; dialog: keyof typeof titles }

/** Tracks which dialog is open for which community. The view and the edit dialog are part of the URL. */
export function useAdminCommunityDialogs() {
  const editor = useDialogInUrl('edit')
  const viewer = useDialogInUrl('show')
  const [opened, setOpened] = useState<Opened | null>(null)
  return {
    isOpen: Boolean(opened ?? editor.value ?? viewer.value),
    title: opened ? titles[opened.dialog] : editor.value ? 'Edit Community' : 'Community',
    opened,
    open: (community: AdminCommunity, dialog: TableDialog) => {
      if (dialog === 'edit') editor.open(community.id)
      else if (dialog === 'show') viewer.open(community.id)
      else setOpened({ community, dialog })
    },
    close: () => {
      if (opened) setOpened(null)
      // Closing the form returns to the view.
      else if (editor.value) editor.close()
      else viewer.close()
    },
  }
}
