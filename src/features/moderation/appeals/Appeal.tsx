import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isolate } from '../../../lib/isolate.ts'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { maxAppeal } from '../../../supabase/rules/limits.ts'
import { SmallButton } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Feedback.tsx'
import { formatDate } from '../../../ui/format.ts'
import { lazyDialog } from '../../../ui/lazy.tsx'
import { hiddenBlocks } from '../../community/blocks.ts'
import { type OwnCommunity, ownCommunitiesFilter } from '../../community/own-community-queries.ts'

// Loads on demand with the library of its form, which the page does not need otherwise.
const MessageDialog = lazyDialog(
  async () => (await import('../../community/MessageDialog.tsx')).MessageDialog,
  { title: 'Appeal' },
)

type Props = {
  community: OwnCommunity
  getsEmails: boolean
  /** Only the owner appeals; a co-owner sees the appeal. */
  isOwner: boolean
}

/** The owner's appeal against the decision to hide or reject a community, or the button to write one. */
export function Appeal({ community, getsEmails, isOwner }: Props) {
  const queries = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const hidden = hiddenBlocks(community)
  // As in the database: an admin's own decision before automatic ones.
  const hidingBlock = hidden.find(({ kind }) => kind === 'admin') ?? hidden[0]
  const decidedAt =
    community.status === 'rejected'
      ? (community.approval_date ?? community.created_at)
      : hidingBlock?.since
  const appeal = community.appeals.find(({ decided_at }) => decided_at === decidedAt)

  return (
    <>
      {decidedAt && appeal && <SentAppeal appeal={appeal} getsEmails={getsEmails} />}
      {decidedAt && !appeal && isOwner && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
          <SmallButton
            aria-label={`Appeal: ${isolate(community.name)}`}
            onClick={() => setIsOpen(true)}
          >
            Appeal
          </SmallButton>
          <p>Do you think we got this wrong? Ask us to look again.</p>
        </div>
      )}
      {/* Stays open, with its text, when the list reloads and the button above is gone. */}
      {isOpen && (
        <AppealDialog
          community={community}
          onClose={() => {
            setIsOpen(false)
            // Also after an error: the community may have been appealed in another tab, or shown again.
            void queries.invalidateQueries(ownCommunitiesFilter)
          }}
        />
      )}
    </>
  )
}

type DialogProps = Pick<Props, 'community'> & { onClose: () => void }

/** Asks why the admins should look at their decision again. */
const AppealDialog = ({ community, onClose }: DialogProps) => (
  <MessageDialog
    description={community.name}
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
    onClose={onClose}
  />
)

type SentProps = Pick<Props, 'getsEmails'> & { appeal: OwnCommunity['appeals'][number] }

function SentAppeal({ appeal, getsEmails }: SentProps) {
  return appeal.outcome === 'declined' ? (
    <Notice title={`Appeal of ${formatDate(appeal.created_at)} declined`}>
      <p dir="auto" className="break-words whitespace-pre-line">
        {appeal.reason}
      </p>
    </Notice>
  ) : (
    <p role="status" className="text-sm text-ink-soft">
      {`Appeal sent on ${formatDate(appeal.created_at)}. ${getsEmails ? "We'll email you our decision." : 'Our decision will appear here.'}`}
    </p>
  )
}
