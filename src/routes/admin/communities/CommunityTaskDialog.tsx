import { DeleteListingDialog } from '../../../communities/DeleteListingDialog.tsx'
import { ListingDialog } from '../../../communities/ListingDialog.tsx'
import { RejectDialog } from '../decisions/RejectDialog.tsx'
import type { Decisions } from '../decisions/useDecisions.ts'
import { HistoryOnDemand } from '../history/HistoryOnDemand.ts'
import type { AdminCommunity } from './community-queries.ts'
import type { CommunityTask } from './CommunityActions.tsx'

export type CommunityTaskProps = {
  listing: AdminCommunity
  kind: CommunityTask
  decisions: Decisions
  onClose: () => void
  onChanged: () => void
}

/** What a row or the review queue opens about a listing. */
export function CommunityTaskDialog({
  listing,
  kind,
  decisions,
  onClose,
  onChanged,
}: CommunityTaskProps) {
  if (kind === 'edit') {
    return <ListingDialog listing={listing} role="admin" onClose={onClose} onSaved={onChanged} />
  }
  if (kind === 'delete') {
    return (
      <DeleteListingDialog
        listing={listing}
        failure="Failed to delete community"
        onClose={onClose}
        onDeleted={() => {
          onClose()
          onChanged()
        }}
      />
    )
  }
  if (kind === 'reject') {
    return (
      <RejectDialog
        names={[listing.name]}
        onClose={onClose}
        onReject={(reason) => decisions.decide({ listing, verdict: 'reject', reason })}
      />
    )
  }
  return (
    <HistoryOnDemand
      subject={{ kind: 'listing', id: listing.id, name: listing.name }}
      onClose={onClose}
    />
  )
}
