import { useQueryClient } from '@tanstack/react-query'
import { Pause } from 'lucide-react'
import { useState } from 'react'
import { isolate } from '../../lib/isolate.ts'
import { failureMessage, hasErrorCode, unwrap } from '../../supabase/errors.ts'
import { loadClient } from '../../supabase/load-client.ts'
import { useWrite } from '../data/useWrite.ts'
import { GhostButton, SmallButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { ConfirmOnDemand } from '../../ui/on-demand-dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { ownCommunitiesFilter } from '../community/own-communities-key.ts'
import type { OwnCommunity } from '../community/own-communities.ts'

type Props = { community: OwnCommunity }

const explanation =
  'Not in the directory while paused. Resume it at any time, without a new review.'

function usePause({ id }: OwnCommunity, is_paused: boolean, close?: () => void) {
  const queries = useQueryClient()
  const failure = is_paused ? 'Failed to pause community' : 'Failed to resume community'
  return useWrite({
    write: async () => {
      const supabase = await loadClient()
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

/** Takes an approved community out of the directory until its owner resumes it. */
export function PauseButton({ community, hasLabel = false }: Props & { hasLabel?: boolean }) {
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
        <ConfirmOnDemand
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
        </ConfirmOnDemand>
      )}
    </>
  )
}

export function PausedNotice({ community }: Props) {
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
