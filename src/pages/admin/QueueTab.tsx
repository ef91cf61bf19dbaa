import type { QueueView } from '../../features/admin/admin-view.ts'
import type { QueuePlace } from '../../features/moderation/queue/queue-position.ts'
import { ReviewQueue } from '../../features/moderation/queue/ReviewQueue.tsx'
import { LazyAdminCommunityDialogs, useAdminCommunityDialogs } from './CommunitiesTab.tsx'

/** The review queue, with the dialogs of other capabilities. */
export function QueueTab({ view, place }: { view: QueueView; place: QueuePlace }) {
  const dialogs = useAdminCommunityDialogs()
  return (
    <ReviewQueue
      view={view}
      place={place}
      onOpen={dialogs.open}
      renderDialogs={(rows, onChanged) =>
        dialogs.isOpen && (
          <LazyAdminCommunityDialogs
            dialogs={dialogs}
            rows={rows}
            onClose={dialogs.close}
            onChanged={(id) => void onChanged(id)}
          />
        )
      }
    />
  )
}
