import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Differences } from '../../communities/Differences.tsx'
import {
  type Community,
  heldFields,
  isHiddenOrPaused,
  listFields,
} from '../../communities/fields.ts'
import { heldDifferences } from '../../communities/find-differences.ts'
import { updateCommunity } from '../../communities/update-community.ts'
import { useWrite } from '../../supabase/useWrite.ts'
import { SmallButton } from '../../ui/Button.tsx'
import { ConfirmOnDemand } from '../../ui/on-demand-dialog.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { summaryClass } from '../../ui/text-link.ts'
import { ownCommunitiesFilter } from '../../communities/own-communities-key.ts'

export function WithdrawChanges({ community }: { community: Community }) {
  const queries = useQueryClient()
  const [isConfirming, setIsConfirming] = useState(false)
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
        {isHiddenOrPaused(community)
          ? `An admin reviews your new ${changed}.`
          : `Visitors see the approved version until an admin accepts your new ${changed}.`}
      </p>
      <details className="mt-1">
        <summary className={summaryClass}>What changed</summary>
        <Differences differences={heldDifferences(community)} />
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
