import { useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { maxAppeal } from '../../../supabase/rules/limits.ts'
import { formatDate } from '../../../ui/format.ts'
import { lazyDialog } from '../../../ui/lazy.tsx'
import { hiddenBlocks } from '../../community/blocks.ts'
import { type OwnCommunity, ownCommunitiesFilter } from '../../community/own-community-queries.ts'

// Loads on demand with the library of its form, which the page does not need otherwise.
const MessageDialog = lazyDialog(
  async () => (await import('../../community/MessageDialog.tsx')).MessageDialog,
  { title: 'Appeal' },
)

/** Returns when the decision was made that the owner can appeal against, and their appeal if they have. */
function findAppeal(community: OwnCommunity) {
  const hidden = hiddenBlocks(community)
  // As in the database: an admin's own decision before automatic ones.
  const hidingBlock = hidden.find(({ kind }) => kind === 'admin') ?? hidden[0]
  const decidedAt =
    community.status === 'rejected'
      ? (community.approval_date ?? community.created_at)
      : hidingBlock?.since
  return { decidedAt, appeal: community.appeals.find(({ decided_at }) => decided_at === decidedAt) }
}

/** Whether the owner can appeal against the decision to hide or reject a community. */
export function canAppeal(community: OwnCommunity): boolean {
  const { decidedAt, appeal } = findAppeal(community)
  return decidedAt !== undefined && !appeal
}

type DialogProps = { community: OwnCommunity; onClose: () => void }

/** Asks why the admins should look at their decision again. */
export function AppealDialog({ community, onClose }: DialogProps) {
  const queries = useQueryClient()
  return (
    <MessageDialog
      subject={community.name}
      label="Why should we look at it again?"
      hint="An admin reads this. You can appeal each decision once."
      limit={maxAppeal}
      missing="Please say why we should look at it again"
      submitLabel="Send appeal"
      success="Your appeal is sent"
      failure="Failed to send your appeal"
      send={async (message) =>
        unwrap(await supabase.rpc('appeal_community', { community_id: community.id, message }))
      }
      onClose={() => {
        onClose()
        // Also after an error: the community may have been appealed in another tab, or shown again.
        void queries.invalidateQueries(ownCommunitiesFilter)
      }}
    />
  )
}

type StateProps = { community: OwnCommunity; getsEmails: boolean }

/** The owner's appeal, or why it was declined. */
export function AppealState({ community, getsEmails }: StateProps) {
  const { appeal } = findAppeal(community)
  if (!appeal) return null
  const date = formatDate(appeal.created_at)
  return appeal.outcome === 'declined' ? (
    <>
      <p className="font-semibold">{`Appeal of ${date} declined`}</p>
      <p dir="auto" className="break-words whitespace-pre-line">
        {appeal.reason}
      </p>
    </>
  ) : (
    <p role="status">
      {`Appeal sent on ${date}. ${getsEmails ? "We'll email you our decision." : 'Our decision will appear here.'}`}
    </p>
  )
}
