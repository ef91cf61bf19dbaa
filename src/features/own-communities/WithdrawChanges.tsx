import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { isOutOfDirectory } from '../community/blocks.ts'
import { type Community, heldFields, listFields } from '../community/fields.ts'
import { updateCommunity } from '../community/update-community.ts'
import { useWrite } from '../data/useWrite.ts'
import { SmallButton } from '../../ui/Button.tsx'
import { ConfirmOnDemand } from '../../ui/on-demand-dialog.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { lazyPart } from '../../ui/lazy.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { summaryClass } from '../../ui/text-link.ts'
import { ownCommunitiesFilter } from '../community/own-communities-key.ts'

const HeldDifferences = lazyPart(
  async () => (await import('./HeldDifferences.tsx')).HeldDifferences,
)

export function WithdrawChanges({ community }: { community: Community }) {
  const queries = useQueryClient()
  const [isConfirming, setIsConfirming] = useState(false)
  const [wasCompared, setWasCompared] = useState(false)
  const changed = listFields(heldFields(community))
  const withdrawal = useWrite({
    write: () =>
      updateCommunity(community.id, { held_changes: null, updated_at: community.updated_at }),
    success: 'Your changes are withdrawn',
    failure: 'Error updating community',
    showReasonIn: 'form',
    onSuccess: () => setIsConfirming(false),
    onSettled: () => queries.invalidateQueries(ownCommunitiesFilter),
  })

  return (
    <Notice
      title="Changes waiting for review"
      action={<SmallButton onClick={() => setIsConfirming(true)}>Withdraw</SmallButton>}
    >
      <p>
        {isOutOfDirectory(community)
          ? `An admin reviews your new ${changed}.`
          : `Visitors see the approved version until an admin accepts your new ${changed}.`}
      </p>
      <details
        className="mt-1"
        onToggle={({ currentTarget }) => currentTarget.open && setWasCompared(true)}
      >
        <summary className={summaryClass}>What changed</summary>
        {wasCompared && (
          <Suspense fallback={<Skeleton className="mt-2 h-16" />}>
            <HeldDifferences community={community} />
          </Suspense>
        )}
      </details>
      {isConfirming && (
        <ConfirmOnDemand
          onClose={() => {
            setIsConfirming(false)
            withdrawal.reset()
          }}
          title="Withdraw your changes?"
          confirmLabel="Withdraw changes"
          cancelLabel="Keep them"
          isPending={withdrawal.isPending}
          error={withdrawal.problem}
          tone="danger"
          onConfirm={() => void withdrawal.run()}
        >
          {`The approved version stays. Your new ${changed} will be lost.`}
        </ConfirmOnDemand>
      )}
    </Notice>
  )
}
