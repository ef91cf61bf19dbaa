import { useQueryClient } from '@tanstack/react-query'
import { findBlock } from '../community/blocks.ts'
import { isolate } from '../../lib/isolate.ts'
import { unwrap } from '../../supabase/errors.ts'
import { loadClient } from '../../supabase/load-client.ts'
import { useWrite } from '../data/useWrite.ts'
import { Button, SmallButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { formatDate } from '../../ui/format.ts'
import { isAsked, type OwnCommunity } from '../community/own-communities.ts'
import { PauseButton } from './PauseCommunity.tsx'

type Props = {
  community: OwnCommunity
  getsEmails: boolean
  /** Left out for a co-owner, who cannot delete it. */
  onDelete: (() => void) | undefined
}

/** Asks the owner whether a community is still active, and wakes up a sleeping one. */
export function StillActive({ community, getsEmails, onDelete }: Props) {
  const { id, name } = community
  const asleep = findBlock(community, 'asleep')
  const asked_at = community.signs_of_life?.asked_at
  const queries = useQueryClient()
  const confirmation = useWrite({
    write: async () => {
      const supabase = await loadClient()
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
