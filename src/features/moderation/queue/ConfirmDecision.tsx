import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import type { Decision } from './decisions.ts'
import type { Decisions } from './useDecisions.ts'

type Props = { decision: Decision; decisions: Decisions; onClose: () => void }

/** Asks before a decision that cannot be undone. It stays as it was when the dialog opened. */
export function ConfirmDecision({ decision, decisions, onClose }: Props) {
  const { community, kind, label, confirmation } = decision
  const [problem, setProblem] = useState<string | null>(null)
  const decide = async () => {
    const failure = await decisions.decide(decision, { isInDialog: true })
    if (failure) setProblem(failure)
    else onClose()
  }

  return (
    <ConfirmDialog
      onClose={onClose}
      title={confirmation?.title ?? ''}
      confirmLabel={`${label?.verb} ${label?.object ?? ''}`}
      isPending={decisions.savingKind(community) === kind}
      error={problem}
      // A key has asked for it, and A and Enter are enough for each item.
      focusesConfirm
      onConfirm={(event) => {
        // The dialog can appear below the pointer.
        if (!decisions.isDoublePress(`confirm ${community.id}`, event)) void decide()
      }}
    >
      <p>{confirmation?.text}</p>
    </ConfirmDialog>
  )
}
