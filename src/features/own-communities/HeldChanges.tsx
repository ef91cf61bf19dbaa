import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { SmallButton } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazy.tsx'
import { summaryClass } from '../../ui/text-link.ts'
import { isOutOfDirectory } from '../community/blocks.ts'
import { type Community, heldFields, listFields } from '../community/fields.ts'
import { ownCommunitiesFilter } from '../community/own-communities.ts'
import { updateCommunity } from '../community/update-community.ts'
import { useWrite } from '../data/useWrite.ts'

type Props = { community: Community }

// Loads on demand with the library that compares texts.
const Comparison = lazyPart(async () => {
  const [{ Differences }, { heldDifferences }] = await Promise.all([
    import('../community/Differences.tsx'),
    import('../community/find-differences.ts'),
  ])
  return ({ community }: Props) => <Differences differences={heldDifferences(community)} />
})

/** What waits for review, compared with the approved version, and a button that withdraws it. */
export function HeldChanges({ community }: Props) {
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
            <Comparison community={community} />
          </Suspense>
        )}
      </details>
      {isConfirming && (
        <ConfirmDialog
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
        </ConfirmDialog>
      )}
    </Notice>
  )
}
