import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isolate } from '../../lib/isolate.ts'
import { type ReceivedClaim, receivedClaims } from './claims.ts'
import { supabase } from '../../supabase/client.ts'
import { unwrap } from '../../supabase/errors.ts'
import { useWrite } from '../data/useWrite.ts'
import { SmallButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { formatDate } from '../../ui/format.ts'
import { ConfirmOnDemand, onDemandDialog } from '../../ui/on-demand-dialog.tsx'
import { type OwnCommunity, ownCommunities } from '../community/own-communities.ts'

const AnswerClaimDialog = onDemandDialog(
  async () => (await import('./AnswerClaimDialog.tsx')).AnswerClaimDialog,
  { title: 'This is my community' },
)

type ClaimDialog = 'answer' | 'hand over'
type Props = { claim: ReceivedClaim; community: OwnCommunity; userId: string }

/** Asks the owner of a community to answer a claim, or shows the answer until an admin decides. Co-owners only read it. */
export function ClaimNotice({ claim, community, userId }: Props) {
  const [dialog, setDialog] = useState<ClaimDialog | null>(null)
  const queries = useQueryClient()
  // Also after an error: the claim may have been answered elsewhere, or closed.
  const close = () => {
    setDialog(null)
    void queries.invalidateQueries(receivedClaims(userId))
  }

  return (
    <>
      {claim.answered_at ? (
        <Notice title="This community is claimed">
          <p>{`${claim.is_owner ? 'You' : 'The owner'} answered on ${formatDate(claim.answered_at)}. An admin decides now.`}</p>
          {claim.answer !== null && (
            <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line">
              {claim.answer}
            </p>
          )}
        </Notice>
      ) : (
        <OpenClaim claim={claim} name={community.name} onOpen={setDialog} />
      )}
      {/* Stays open, with its text, when another tab answers first. */}
      {dialog === 'answer' && (
        <AnswerClaimDialog claim={claim} community={community} onClose={close} />
      )}
      {dialog === 'hand over' && (
        <HandOver claim={claim} community={community} userId={userId} onClose={close} />
      )}
    </>
  )
}

type OpenProps = Pick<Props, 'claim'> & { name: string; onOpen: (dialog: ClaimDialog) => void }

function OpenClaim({ claim, name, onOpen }: OpenProps) {
  const [openedAt] = useState(Date.now)
  const isOverdue = Date.parse(claim.answer_due_at) < openedAt
  return (
    <Notice
      tone="warning"
      title="Another user claims this community"
      action={
        claim.is_owner && (
          <span className="flex flex-wrap gap-2">
            <SmallButton
              aria-label={`This is my community: ${isolate(name)}`}
              onClick={() => onOpen('answer')}
            >
              This is my community
            </SmallButton>
            <SmallButton
              aria-label={`Hand it over: ${isolate(name)}`}
              onClick={() => onOpen('hand over')}
            >
              Hand it over
            </SmallButton>
          </span>
        )
      }
    >
      <p>
        {`They have proved that they can edit the WhatsApp group. ${
          isOverdue
            ? `The time to answer is over, and an admin decides now. Until then, ${claim.is_owner ? 'you' : 'the owner'} can still answer.`
            : claim.is_owner
              ? `Please answer by ${formatDate(claim.answer_due_at)}. After that, an admin decides.`
              : `The owner can answer until ${formatDate(claim.answer_due_at)}. After that, an admin decides.`
        }`}
      </p>
    </Notice>
  )
}

function HandOver({ claim, community, userId, onClose }: Props & { onClose: () => void }) {
  const queries = useQueryClient()
  const handOver = useWrite({
    write: async () => unwrap(await supabase.rpc('hand_over_to_claimant', { claim_id: claim.id })),
    success: 'Community handed over',
    failure: 'Failed to hand over the community',
    showReasonIn: 'dialog',
    onSuccess: () => {
      onClose()
      void queries.invalidateQueries(ownCommunities(userId))
    },
  })

  return (
    <ConfirmOnDemand
      onClose={onClose}
      title="Hand over this community?"
      confirmLabel="Hand it over"
      tone="danger"
      isPending={handOver.isPending}
      error={handOver.problem}
      onConfirm={() => void handOver.run()}
    >
      <p>
        The user who claims it becomes its owner at once. You and its co-owners can no longer edit
        it. This can't be undone.
      </p>
      <p dir="auto" translate="no" className="mt-2 font-semibold text-ink">
        {community.name}
      </p>
    </ConfirmOnDemand>
  )
}
