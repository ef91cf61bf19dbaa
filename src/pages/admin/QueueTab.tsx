import { Suspense, useState } from 'react'
import type { QueueView } from '../../features/admin/admin-view.ts'
import { ClaimPanel } from '../../features/moderation/claims/ClaimPanel.tsx'
import { openClaim, type QueuedCommunity } from '../../features/moderation/queue/queue.ts'
import type { QueuePlace } from '../../features/moderation/queue/queue-position.ts'
import { type Desk, ReviewQueue } from '../../features/moderation/queue/ReviewQueue.tsx'
import { lazyPart } from '../../ui/lazy.tsx'
import { AdminCommunityDialogs, useAdminCommunityDialogs } from './CommunitiesTab.tsx'

// With forms, whose code the community should not wait for.
const Notes = lazyPart(async () => (await import('../../features/notes/Notes.tsx')).Notes)
const PlaceRequest = lazyPart(
  async () => (await import('../../features/places/PlaceRequest.tsx')).PlaceRequest,
)

/** The review queue, with what other capabilities ask the reviewer, and their dialogs. */
export function QueueTab({ view, place }: { view: QueueView; place: QueuePlace }) {
  const dialogs = useAdminCommunityDialogs()
  /** The community whose requested place is being added, in the version that the reviewer saw. */
  const [placing, setPlacing] = useState<QueuedCommunity | null>(null)
  return (
    <ReviewQueue
      view={view}
      place={place}
      onOpen={dialogs.open}
      onAddPlace={setPlacing}
      questionsOf={(community, desk) => (
        <Questions
          community={community}
          desk={desk}
          placing={placing}
          onPlaced={() => setPlacing(null)}
        />
      )}
      renderDialogs={({ position, onChanged }) =>
        dialogs.isOpen && (
          <AdminCommunityDialogs
            dialogs={dialogs}
            rows={position.rows}
            onClose={dialogs.close}
            onChanged={(id) => void onChanged(id)}
          />
        )
      }
    />
  )
}

type QuestionProps = {
  community: QueuedCommunity
  desk: Desk
  placing: QueuedCommunity | null
  onPlaced: () => void
}

function Questions({ community, desk, placing, onPlaced }: QuestionProps) {
  const { decisions, position, onChanged } = desk
  const claim = openClaim(community)
  return (
    <Suspense>
      {claim && <ClaimPanel key={claim.id} claimId={claim.id} community={community} />}
      {community.requested_place && (
        <PlaceRequest
          key={`place of ${community.id}`}
          community={community}
          request={community.requested_place}
          adding={placing?.id === community.id ? placing : null}
          onPress={decisions.notePress}
          onClose={onPlaced}
          onResolved={() => {
            position.heading.current?.focus()
            void onChanged(community.id)
          }}
        />
      )}
      <Notes about={{ community_id: community.id }} loaded={community.admin_notes} />
    </Suspense>
  )
}
