import { DeleteCommunityDialog } from '../../../communities/DeleteCommunityDialog.tsx'
import { CommunityDialog } from '../../../communities/CommunityDialog.tsx'
import { RejectDialog } from '../decisions/RejectDialog.tsx'
import type { Decisions } from '../decisions/useDecisions.ts'
import { HistoryOnDemand } from '../history/HistoryOnDemand.ts'
import type { AdminCommunity } from './community-queries.ts'
import type { CommunityTask } from './CommunityActions.tsx'

export type CommunityTaskProps = {
  community: AdminCommunity
  kind: CommunityTask
  decisions: Decisions
  onClose: () => void
  onChanged: () => void
}

/** What a row or the review queue opens about a community. */
export function ActionDialog({
  community,
  kind,
  decisions,
  onClose,
  onChanged,
}: CommunityTaskProps) {
  if (kind === 'edit') {
    return (
      <CommunityDialog community={community} role="admin" onClose={onClose} onSaved={onChanged} />
    )
  }
  if (kind === 'delete') {
    return (
      <DeleteCommunityDialog
        community={community}
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
        names={[community.name]}
        onClose={onClose}
        onReject={(reason) => decisions.decide({ community, verdict: 'reject', reason })}
      />
    )
  }
  return (
    <HistoryOnDemand
      subject={{ kind: 'community', id: community.id, name: community.name }}
      onClose={onClose}
    />
  )
}
