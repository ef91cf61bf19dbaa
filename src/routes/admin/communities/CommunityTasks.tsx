import { useState } from 'react'
import { onDemand } from '../../../ui/onDemand.tsx'
import type { Decisions } from '../decisions/useDecisions.ts'
import type { AdminCommunity } from './community-queries.ts'
import type { CommunityTask } from './CommunityActions.tsx'
import type { CommunityTaskProps } from './ActionDialog.tsx'

const ActionDialog = onDemand<CommunityTaskProps>({
  load: async () => (await import('./ActionDialog.tsx')).ActionDialog,
  onFailed: ({ onClose }) => onClose(),
})

/** Which dialog is open about which community. */
export function useCommunityTask() {
  const [current, setCurrent] = useState<{ community: AdminCommunity; kind: CommunityTask } | null>(
    null,
  )
  return {
    current,
    start: (community: AdminCommunity, kind: CommunityTask) => setCurrent({ community, kind }),
    close: () => setCurrent(null),
  }
}

type Props = {
  task: ReturnType<typeof useCommunityTask>
  decisions: Decisions
  onChanged: () => void
}

/** The dialog that is open about a community, if one is. */
export function CommunityTasks({ task: { current, close }, decisions, onChanged }: Props) {
  return (
    current && (
      <ActionDialog {...current} decisions={decisions} onClose={close} onChanged={onChanged} />
    )
  )
}
