import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isolate } from '../../lib/isolate.ts'
import { supabase } from '../../supabase/client.ts'
import { unwrap } from '../../supabase/errors.ts'
import type { RowOf } from '../../supabase/row-of.ts'
import { maxClaimAnswer } from '../../supabase/rules/limits.ts'
import { SmallButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { formatDate } from '../../ui/format.ts'
import { lazyDialog } from '../../ui/lazy.tsx'
import { type OwnCommunity, ownCommunities } from '../community/own-community-queries.ts'
import { ConfirmActionDialog } from '../data/ConfirmButton.tsx'
import { pageLoadTime } from '../data/query-client.ts'

// Loads on demand with the library of its form, which the page does not need otherwise.
const MessageDialog = lazyDialog(
  async () => (await import('../community/MessageDialog.tsx')).MessageDialog,
  { title: 'This is my community' },
)

/** The open claims of the communities that the user manages. They contain nothing about the claimant. */
export function receivedClaims(userId: string) {
  return queryOptions({
    queryKey: ['claims', 'received', userId],
    staleTime: pageLoadTime,
    queryFn: async ({ signal }) =>
      unwrap(await supabase.rpc('list_received_claims').abortSignal(signal)),
  })
}

export type ReceivedClaim = RowOf<typeof receivedClaims>

type Reaction = 'answer' | 'hand over'
type Props = { claim: ReceivedClaim; community: OwnCommunity; userId: string }

/** Asks the owner of a community to answer a claim, or shows the answer until an admin decides. Co-owners only read it. */
export function ClaimNotice({ claim, community, userId }: Props) {
  const [dialog, setDialog] = useState<Reaction | null>(null)
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
      {dialog === 'answer' && <AnswerDialog claim={claim} community={community} onClose={close} />}
      {dialog === 'hand over' && (
        <HandOverConfirmation claim={claim} community={community} userId={userId} onClose={close} />
      )}
    </>
  )
}

type OpenProps = Pick<Props, 'claim'> & { name: string; onOpen: (dialog: Reaction) => void }

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

type DialogProps = Props & { onClose: () => void }

/** Asks why the community belongs to its owner. */
const AnswerDialog = ({ claim, community, onClose }: Omit<DialogProps, 'userId'>) => (
  <MessageDialog
    description={community.name}
    label="Why is it yours?"
    hint="Only admins read this. You can answer once."
    limit={maxClaimAnswer}
    missing="Please say why this is your community"
    submitLabel="Send answer"
    success="Your answer is sent"
    failure="Failed to send your answer"
    send={async (answer) =>
      unwrap(await supabase.rpc('answer_claim', { claim_id: claim.id, answer }))
    }
    onClose={onClose}
  >
    <p className="text-sm text-ink-soft">
      {community.verified_at
        ? 'The admin also sees when you proved the link.'
        : 'If you can, also verify the community with a code: the admin sees that you proved the link, too.'}
    </p>
  </MessageDialog>
)

function HandOverConfirmation({ claim, community, userId, onClose }: DialogProps) {
  const queries = useQueryClient()
  return (
    <ConfirmActionDialog
      onClose={onClose}
      title="Hand over this community?"
      confirmLabel="Hand it over"
      tone="danger"
      action={{
        write: async () =>
          unwrap(await supabase.rpc('hand_over_to_claimant', { claim_id: claim.id })),
        success: 'Community handed over',
        failure: 'Failed to hand over the community',
        onSuccess: () => {
          onClose()
          void queries.invalidateQueries(ownCommunities(userId))
        },
      }}
    >
      <p>
        The user who claims it becomes its owner at once. You and its co-owners can no longer edit
        it. This can't be undone.
      </p>
      <p dir="auto" translate="no" className="mt-2 font-semibold text-ink">
        {community.name}
      </p>
    </ConfirmActionDialog>
  )
}
