import { useQueryClient } from '@tanstack/react-query'
import { Pause } from 'lucide-react'
import { isolate } from '../../lib/isolate.ts'
import { supabase } from '../../supabase/client.ts'
import { unwrap } from '../../supabase/errors.ts'
import { Button, SmallButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { formatDate } from '../../ui/format.ts'
import { findBlock } from '../community/blocks.ts'
import {
  isAsked,
  type OwnCommunity,
  ownCommunitiesFilter,
} from '../community/own-community-queries.ts'
import { ConfirmButton } from '../data/ConfirmButton.tsx'
import { useWrite } from '../data/useWrite.ts'

/* Whether a community is active: its owner pauses it, resumes it, or answers the question in our emails. */

const explanation =
  'Not in the directory while paused. Resume it at any time, without a new review.'

const setPaused = async ({ id }: OwnCommunity, is_paused: boolean) =>
  unwrap(await supabase.rpc('set_community_paused', { community_id: id, is_paused }))

type PauseProps = { community: OwnCommunity; hasLabel?: boolean }

/** Takes an approved community out of the directory until its owner resumes it. */
export function PauseButton({ community, hasLabel = false }: PauseProps) {
  const queries = useQueryClient()
  const label = `Pause ${isolate(community.name)}`

  return (
    <ConfirmButton
      button={
        hasLabel
          ? { 'aria-label': `${label} instead`, children: 'Pause' }
          : { variant: 'ghost', icon: Pause, 'aria-label': label }
      }
      title="Pause this community?"
      confirmLabel="Pause"
      action={{
        write: () => setPaused(community, true),
        success: 'Community paused',
        failure: 'Failed to pause community',
        // Deleted in another tab.
        goneCode: 'PT410',
        onSettled: () => queries.invalidateQueries(ownCommunitiesFilter),
      }}
    >
      <p>{explanation}</p>
      <p dir="auto" translate="no" className="mt-2 font-semibold text-ink">
        {community.name}
      </p>
    </ConfirmButton>
  )
}

export function PausedNotice({ community }: { community: OwnCommunity }) {
  const queries = useQueryClient()
  const resume = useWrite({
    write: () => setPaused(community, false),
    success: 'Community resumed',
    failure: 'Failed to resume community',
    showReasonIn: 'toast',
    onSettled: () => queries.invalidateQueries(ownCommunitiesFilter),
  })
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
