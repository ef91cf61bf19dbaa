import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { maxClaimAnswer } from '../../../supabase/rules/limits.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { lazyDialog } from '../../../ui/lazy.tsx'
import { type OwnCommunity, ownCommunities } from '../../community/own-community-queries.ts'
import { ConfirmActionDialog } from '../../data/ConfirmButton.tsx'
import { type ReceivedClaim, receivedClaims } from './claims.ts'

// Loads on demand with the library of its form, which the page does not need otherwise.
const MessageDialog = lazyDialog(
  async () => (await import('../../community/MessageDialog.tsx')).MessageDialog,
  { title: 'This is my community' },
)

type Props = {
  claims: readonly ReceivedClaim[]
  community: OwnCommunity
  userId: string
  onClose: () => void
}

/** Lets the owner choose between the two answers to a claim, and gives one. */
export function AnswerClaim({ claims, community, userId, onClose }: Props) {
  const [answer, setAnswer] = useState<'mine' | 'hand over' | null>(null)
  // The same claim stays open, with the text, when another tab answers first.
  const [claim] = useState(() => claims.find(({ answered_at }) => !answered_at))
  const queries = useQueryClient()
  if (!claim) return null
  // Also after an error: the claim may have been answered elsewhere, or closed.
  const close = () => {
    onClose()
    void queries.invalidateQueries(receivedClaims(userId))
  }
  const props = { claim, community, userId, onClose: close }

  if (answer === 'mine') return <AnswerDialog {...props} />
  if (answer === 'hand over') return <HandOverConfirmation {...props} />
  return (
    <Dialog onClose={onClose} title="Is this your community?" size="sm" subject={community.name}>
      <div className="flex flex-col gap-2">
        <Button onClick={() => setAnswer('mine')}>This is my community</Button>
        <Button variant="secondary" onClick={() => setAnswer('hand over')}>
          Hand it over
        </Button>
      </div>
    </Dialog>
  )
}

type DialogProps = Omit<Props, 'claims'> & { claim: ReceivedClaim }

/** Asks why the community belongs to its owner. */
const AnswerDialog = ({ claim, community, onClose }: DialogProps) => (
  <MessageDialog
    subject={community.name}
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
      subject={community.name}
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
    </ConfirmActionDialog>
  )
}
