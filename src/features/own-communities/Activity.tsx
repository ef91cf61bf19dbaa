import { useQueryClient } from '@tanstack/react-query'
import { Pause } from 'lucide-react'
import { useState } from 'react'
import { isolate } from '../../lib/isolate.ts'
import { supabase } from '../../supabase/client.ts'
import { failureMessage, hasErrorCode, unwrap } from '../../supabase/errors.ts'
import { Button, GhostButton, SmallButton } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { formatDate } from '../../ui/format.ts'
import { toast } from '../../ui/toast.tsx'
import { findBlock } from '../community/blocks.ts'
import { isAsked, type OwnCommunity, ownCommunitiesFilter } from '../community/own-communities.ts'
import { useWrite } from '../data/useWrite.ts'

/* Whether a community is active: its owner pauses it, resumes it, or answers the question in our emails. */

const explanation =
  'Not in the directory while paused. Resume it at any time, without a new review.'

function usePause({ id }: OwnCommunity, is_paused: boolean, close?: () => void) {
  const queries = useQueryClient()
  const failure = is_paused ? 'Failed to pause community' : 'Failed to resume community'
  return useWrite({
    write: async () => {
      unwrap(await supabase.rpc('set_community_paused', { community_id: id, is_paused }))
    },
    success: is_paused ? 'Community paused' : 'Community resumed',
    failure,
    showReasonIn: close ? 'dialog' : 'toast',
    onSuccess: close,
    onError: (error) => {
      // Deleted in another tab: the row disappears when the list reloads, and its dialog with it.
      if (close && hasErrorCode(error, 'PT410')) {
        close()
        toast.error(failureMessage(failure, error))
      }
    },
    onSettled: () => queries.invalidateQueries(ownCommunitiesFilter),
  })
}

type PauseProps = { community: OwnCommunity; hasLabel?: boolean }

/** Takes an approved community out of the directory until its owner resumes it. */
export function PauseButton({ community, hasLabel = false }: PauseProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const pause = usePause(community, true, () => setIsConfirming(false))

  return (
    <>
      {hasLabel ? (
        <SmallButton
          aria-label={`Pause ${isolate(community.name)} instead`}
          onClick={() => setIsConfirming(true)}
        >
          Pause
        </SmallButton>
      ) : (
        <GhostButton
          icon={Pause}
          aria-label={`Pause ${isolate(community.name)}`}
          onClick={() => setIsConfirming(true)}
        />
      )}
      {isConfirming && (
        <ConfirmDialog
          onClose={() => {
            setIsConfirming(false)
            pause.reset()
          }}
          title="Pause this community?"
          confirmLabel="Pause"
          isPending={pause.isPending}
          error={pause.problem}
          onConfirm={() => void pause.run()}
        >
          <p>{explanation}</p>
          <p dir="auto" translate="no" className="mt-2 font-semibold text-ink">
            {community.name}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

export function PausedNotice({ community }: { community: OwnCommunity }) {
  const resume = usePause(community, false)
  return (
    <Notice
      action={
        <SmallButton isPending={resume.isPending} onClick={() => void resume.run()}>
          Resume<span className="sr-only">{` ${isolate(community.name)}`}</span>
        </SmallButton>
      }
    >
      {explanation}
    </Notice>
  )
}

type StillActiveProps = {
  community: OwnCommunity
  getsEmails: boolean
  /** Left out for a co-owner, who cannot delete it. */
  onDelete: (() => void) | undefined
}

/** Asks the owner whether a community is still active, and wakes up a sleeping one. */
export function StillActive({ community, getsEmails, onDelete }: StillActiveProps) {
  const { id, name } = community
  const asleep = findBlock(community, 'asleep')
  const asked_at = community.signs_of_life?.asked_at
  const queries = useQueryClient()
  const confirmation = useWrite({
    write: async () => {
      unwrap(await supabase.rpc('confirm_community', { community_id: id }))
    },
    success: asleep ? 'Your community is awake again' : 'Thank you: it stays in the directory',
    failure: asleep ? 'Failed to wake up community' : 'Failed to save your answer',
    showReasonIn: 'toast',
    onSettled: () => queries.invalidateQueries({ queryKey: ['communities'] }),
  })
  const confirm = { isPending: confirmation.isPending, onClick: () => void confirmation.run() }

  if (community.status === 'approved' && asleep) {
    return (
      <Notice
        title={`Asleep since ${formatDate(asleep.since)}`}
        action={
          <SmallButton aria-label={`Wake it up: ${isolate(name)}`} {...confirm}>
            Wake it up
          </SmallButton>
        }
      >
        Visitors don't see it, because you didn't tell us whether it is still active. Waking it up
        needs no review.
      </Notice>
    )
  }
  if (!asked_at || !isAsked(community)) return null
  return (
    <Notice
      tone="warning"
      title="Still active?"
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="sm" aria-label={`Yes, ${isolate(name)} is still active`} {...confirm}>
            Yes
          </Button>
          <PauseButton hasLabel community={community} />
          {onDelete && (
            <SmallButton aria-label={`Delete ${isolate(name)} instead`} onClick={onDelete}>
              Delete
            </SmallButton>
          )}
        </div>
      }
    >
      {`Asked on ${formatDate(asked_at)}. Without an answer, it leaves the directory ${getsEmails ? 'a month' : 'half a year'} later, until you wake it up.`}
    </Notice>
  )
}
