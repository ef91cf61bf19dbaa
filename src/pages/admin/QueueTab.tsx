import type { QueueView } from '../../features/admin/admin-view.ts'
import { openClaim, type QueuedCommunity } from '../../features/moderation/queue/queue.ts'
import type { QueuePlace } from '../../features/moderation/queue/queue-position.ts'
import { type Desk, ReviewQueue } from '../../features/moderation/queue/ReviewQueue.tsx'
import { Notes } from '../../features/notes/Notes.tsx'
import { ClaimPanel } from '../../features/ownership/ClaimPanel.tsx'
import { PlaceRequest } from '../../features/places/PlaceRequest.tsx'
import { useCommunityDialogs } from './CommunitiesTab.tsx'
import { CommunityDialogs } from './CommunityDialogs.tsx'

/** The review queue, with what other capabilities ask the reviewer, and their dialogs. */
export function QueueTab({ view, place }: { view: QueueView; place: QueuePlace }) {
  const dialogs = useCommunityDialogs()
  return (
    <ReviewQueue
      view={view}
      place={place}
      onOpen={dialogs.open}
      questionsOf={renderQuestions}
      renderDialogs={({ position, onChanged }) => (
        <CommunityDialogs
          dialogs={dialogs}
          rows={position.rows}
          onClose={dialogs.close}
          onChanged={(id) => void onChanged(id)}
        />
      )}
    />
  )
}

function renderQuestions(community: QueuedCommunity, { decisions, position, onChanged }: Desk) {
  const claim = openClaim(community)
  return (
    <>
      {claim && (
        <ClaimPanel key={claim.id} claimId={claim.id} community={community} decisions={decisions} />
      )}
      {community.requested_place && (
        <PlaceRequest
          key={`place of ${community.id}`}
          community={community}
          request={community.requested_place}
          onResolved={() => {
            position.heading.current?.focus()
            void onChanged(community.id)
          }}
        />
      )}
      <Notes about={{ community_id: community.id }} />
    </>
  )
}
