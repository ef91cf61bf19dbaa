import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listFields, withHeldChanges } from '../community/fields.ts'
import { checkOwnLink, type LinkCheck, ownershipCode } from './proof.ts'
import { ProofSteps } from './ProofSteps.tsx'
import { useWrite } from '../data/useWrite.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { scrollIntoView } from '../../ui/scroll-into-view.ts'
import {
  isNewLinkInReview,
  type OwnCommunity,
  ownCommunitiesFilter,
} from '../community/own-communities.ts'

type Props = {
  community: OwnCommunity
  /** The names of the held fields that a proof makes live. */
  toPublish: string[]
  onClose: () => void
}
/** Shows the code with which the owner proves a community, and checks whether the group has it. */
export function ProofDialog({ community, toPublish, onClose }: Props) {
  const queries = useQueryClient()
  const code = useQuery({ ...ownershipCode(community.id), enabled: false })
  const [result, setResult] = useState<LinkCheck | null>(null)
  const check = useWrite({
    write: () => checkOwnLink(community.id),
    failure: 'Failed to check your group',
    showReasonIn: 'dialog',
    onMutate: () => setResult(null),
    onSuccess: setResult,
    // Also after an error: the proof may be stored although the response was lost.
    onSettled: () => queries.invalidateQueries(ownCommunitiesFilter),
  })
  const isDone = result?.isProved ?? false
  // The server checks the new link. Unless a proof publishes it, only an admin can make it live.
  const isBlocked =
    !isDone &&
    isNewLinkInReview(community) &&
    (toPublish.length === 0 || result?.outcome === 'in review')

  return (
    <Dialog
      onClose={onClose}
      description={
        <span dir="auto" translate="no" className="wrap-anywhere">
          {withHeldChanges(community).name}
        </span>
      }
      footer={
        <>
          <Button variant={isDone ? 'primary' : 'secondary'} onClick={onClose}>
            {isDone ? 'Done' : 'Close'}
          </Button>
          {!isDone && !isBlocked && code.data && (
            <Button isPending={check.isPending} onClick={() => void check.run()}>
              Check
            </Button>
          )}
        </>
      }
    >
      <div className="space-y-4">
        {isBlocked ? (
          <Notice>
            The new link is waiting for review. You can prove that the group is yours once an admin
            has approved it.
          </Notice>
        ) : (
          !isDone && <ProofSteps communityId={community.id} />
        )}
        {/* Always there, so that screen readers announce what appears in it. */}
        <div role="status" className="text-sm">
          {check.isPending && !result && (
            <p ref={scrollIntoView}>Looking at the group's page on WhatsApp...</p>
          )}
          {result?.isProved && <Success result={result} isReviewed={toPublish.length > 0} />}
        </div>
        {check.problem && (
          <p
            ref={scrollIntoView}
            role="alert"
            className="rounded-xl bg-danger-soft px-4 py-3 text-sm text-danger-ink"
          >
            {check.problem}
          </p>
        )}
        {result && !result.isProved && !isBlocked && <Failure state={result.state} />}
      </div>
    </Dialog>
  )
}

type SuccessProps = { result: LinkCheck; isReviewed: boolean }

function Success({ result: { published }, isReviewed }: SuccessProps) {
  return (
    <div ref={scrollIntoView} className="rounded-xl bg-success-soft px-4 py-3 text-success-ink">
      <p className="font-semibold">Verified</p>
      <p>
        {published.length > 0
          ? `Your new ${listFields(published)} can be seen now, without a review.`
          : isReviewed
            ? 'An admin reviews your changes before visitors see them.'
            : 'Your community now has the badge.'}
      </p>
      {published.includes('name') && (
        <p>The badge returns once an admin has reviewed the new name.</p>
      )}
      <p>You can remove the code from your group.</p>
    </div>
  )
}

const failures = {
  live: {
    title: "We couldn't find your code",
    advice:
      'Check that the group behind your link has exactly this code in its name or description. WhatsApp can take a minute to show it. Then try again.',
  },
  dead: {
    title: "The invite link doesn't work",
    advice: 'It leads to no group. Save a working link first, then come back.',
  },
  unknown: {
    title: 'WhatsApp did not answer',
    advice: 'Your code is still valid. Try again in a few minutes.',
  },
}

function Failure({ state }: Pick<LinkCheck, 'state'>) {
  const { title, advice } = failures[state]
  return (
    <div ref={scrollIntoView}>
      <Notice tone="warning" title={title}>
        {advice}
      </Notice>
    </div>
  )
}
