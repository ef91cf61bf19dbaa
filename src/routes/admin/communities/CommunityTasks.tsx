import { useState } from 'react'
import { DeleteListingDialog } from '../../../communities/DeleteListingDialog.tsx'
import { ListingDialog } from '../../../communities/ListingDialog.tsx'
import { RejectDialog } from '../decisions/RejectDialog.tsx'
import type { Decisions } from '../decisions/useDecisions.ts'
import { HistoryDialog } from '../history/HistoryDialog.tsx'
import type { AdminCommunity } from './community-queries.ts'
import type { CommunityTask } from './CommunityActions.tsx'

/** Which dialog is open about which listing. */
export function useCommunityTask() {
  const [current, setCurrent] = useState<{ listing: AdminCommunity; kind: CommunityTask } | null>(
    null,
  )
  return {
    current,
    start: (listing: AdminCommunity, kind: CommunityTask) => setCurrent({ listing, kind }),
    close: () => setCurrent(null),
  }
}

type Props = {
  task: ReturnType<typeof useCommunityTask>
  decisions: Decisions
  onChanged: () => void
}

/** The dialogs that a row and the review queue open about a listing. */
export function CommunityTasks({ task: { current, close }, decisions, onChanged }: Props) {
  if (!current) return null
  const { listing, kind } = current

  if (kind === 'edit') {
    return <ListingDialog listing={listing} role="admin" onClose={close} onSaved={onChanged} />
  }
  if (kind === 'delete') {
    return (
      <DeleteListingDialog
        listing={listing}
        failure="Failed to delete community"
        onClose={close}
        onDeleted={() => {
          close()
          onChanged()
        }}
      />
    )
  }
  if (kind === 'reject') {
    return (
      <RejectDialog
        names={[listing.name]}
        onClose={close}
        onReject={(reason) => decisions.decide({ listing, verdict: 'reject', reason })}
      />
    )
  }
  return (
    <HistoryDialog
      subject={{ kind: 'listing', id: listing.id, name: listing.name }}
      onClose={close}
    />
  )
}
