import { useQueryClient } from '@tanstack/react-query'
import { isolate } from '../../lib/isolate.ts'
import { supabase } from '../../supabase/client.ts'
import { unwrap } from '../../supabase/errors.ts'
import { Button, SmallButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { formatDate } from '../../ui/format.ts'
import { findBlock } from '../community/blocks.ts'
import { type OwnCommunity, ownCommunitiesFilter } from '../community/own-community-queries.ts'
import { ConfirmActionDialog } from '../data/ConfirmButton.tsx'
import { useWrite } from '../data/useWrite.ts'

/* Whether a community is active: its owner pauses it, resumes it, or answers the question in our emails. */

const explanation =
  'Not in the directory while paused. Resume it at any time, without a new review.'

const setPaused = async ({ id }: OwnCommunity, is_paused: boolean) =>
  unwrap(await supabase.rpc('set_community_paused', { community_id: id, is_paused }))

type PauseProps = { community: OwnCommunity; onClose: () => void }

/** Takes an approved community out of the directory until its owner resumes it. */
export function PauseDialog({ community, onClose }: PauseProps) {
  const queries = useQueryClient()
  return (
    <ConfirmActionDialog
      onClose={onClose}
      title="Pause this community?"
      subject={community.name}
      confirmLabel="Pause"
      action={{
        write: () => setPaused(community, true),
        success: 'Community paused',
        failure: 'Failed to pause community',
        // Deleted in another tab.
        goneCode: 'PT410',
        onSuccess: onClose,
        onSettled: () => queries.invalidateQueries(ownCommunitiesFilter),
      }}
    >
      <p>{explanation}</p>
    </ConfirmActionDialog>
  )
}

export function useResume(community: OwnCommunity) {
  const queries = useQueryClient()
  return useWrite({
    write: () => setPaused(community, false),
    success: 'Community resumed',
    failure: 'Failed to resume community',
    showReasonIn: 'toast',
    onSettled: () => queries.invalidateQueries(ownCommunitiesFilter),
  })
}

type NoticeProps = {
  community: OwnCommunity
  /** As the row shows it. */
  name: string
}

export function PausedNotice({ community, name }: NoticeProps) {
  const resume = useResume(community)
  return (
    <Notice
      action={
        <SmallButton
          aria-label={`Resume ${isolate(name)}`}
          isPending={resume.isPending}
          onClick={() => void resume.run()}
        >
          Resume
        </SmallButton>
      }
    >
      {explanation}
    </Notice>
  )
}

/** Wakes up a sleeping community. */
export function AsleepNotice({ community, name }: NoticeProps) {
  const wakeUp = useConfirmation(community, {
    success: 'Your community is awake again',
    failure: 'Failed to wake up community',
  })
  return (
    <Notice
      title={`Asleep since ${formatDate(findBlock(community, 'asleep')?.since ?? '')}`}
      action={
        <SmallButton
          aria-label={`Wake it up: ${isolate(name)}`}
          isPending={wakeUp.isPending}
          onClick={() => void wakeUp.run()}
        >
          Wake it up
        </SmallButton>
      }
    >
      Visitors don't see it, because you didn't tell us whether it is still active. Waking it up
      needs no review.
    </Notice>
  )
}

type AskedProps = NoticeProps & { isOwner: boolean; getsEmails: boolean }

/** Asks whether a community is still active. */
export function AskedNotice({ community, name, isOwner, getsEmails }: AskedProps) {
  const confirmation = useConfirmation(community, {
    success: 'Thank you: it stays in the directory',
    failure: 'Failed to save your answer',
  })
  return (
    <Notice
      tone="warning"
      title="Still active?"
      action={
        <Button
          size="sm"
          aria-label={`Yes, ${isolate(name)} is still active`}
          isPending={confirmation.isPending}
          onClick={() => void confirmation.run()}
        >
          Yes
        </Button>
      }
    >
      <p>
        {`Asked on ${formatDate(community.signs_of_life?.asked_at ?? '')}. Without an answer, it leaves the directory ${getsEmails ? 'a month' : 'half a year'} later, until you wake it up. If it is not active, pause ${isOwner ? 'or delete ' : ''}it under 'More'.`}
      </p>
    </Notice>
  )
}

function useConfirmation({ id }: OwnCommunity, texts: { success: string; failure: string }) {
  const queries = useQueryClient()
  return useWrite({
    write: async () => {
      unwrap(await supabase.rpc('confirm_community', { community_id: id }))
    },
    ...texts,
    showReasonIn: 'toast',
    onSettled: () => queries.invalidateQueries({ queryKey: ['communities'] }),
  })
}
