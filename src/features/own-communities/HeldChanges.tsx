import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Notice } from '../../ui/Feedback.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazy.tsx'
import { summaryClass } from '../../ui/text-link.ts'
import { isOutOfDirectory } from '../community/blocks.ts'
import { type Community, heldFields, listFields } from '../community/fields.ts'
import { ownCommunitiesFilter } from '../community/own-community-queries.ts'
import { updateCommunityColumns } from '../community/update-community-columns.ts'
import { ConfirmButton } from '../data/ConfirmButton.tsx'

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
  const [wasCompared, setWasCompared] = useState(false)
  const changed = listFields(heldFields(community))

  return (
    <Notice
      title="Changes waiting for review"
      action={
        <ConfirmButton
          button={{ children: 'Withdraw' }}
          title="Withdraw your changes?"
          confirmLabel="Withdraw changes"
          cancelLabel="Keep them"
          tone="danger"
          action={{
            write: () =>
              updateCommunityColumns(community.id, {
                held_changes: null,
                updated_at: community.updated_at,
              }),
            success: 'Your changes are withdrawn',
            failure: 'Error updating community',
            showReasonIn: 'form',
            onSettled: () => queries.invalidateQueries(ownCommunitiesFilter),
          }}
        >
          {`The approved version stays. Your new ${changed} will be lost.`}
        </ConfirmButton>
      }
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
    </Notice>
  )
}
