import { Eye, EyeOff, ListRestart } from 'lucide-react'
import { isolate } from '../../../lib/isolate.ts'
import { GhostButton } from '../../../ui/Button.tsx'
import type { Decision, DecisionKind } from './decisions.ts'
import type { AdminCommunity } from './queue.ts'

type Props = {
  community: AdminCommunity
  /** The decision about the community that is being saved. */
  saving: DecisionKind | undefined
  onHide: () => void
  onDecide: (decision: Decision) => void
}

/** Takes an approved community out of the directory, or shows a hidden one again. */
export function VisibilityActions({ community, saving, onHide, onDecide }: Props) {
  const { name, status, hidden_at, hidden_by } = community
  if (status !== 'approved') return null

  return (
    <>
      {hidden_at && (
        <GhostButton
          icon={Eye}
          title="Show again"
          aria-label={`Show ${isolate(name)} again`}
          isPending={saving === 'show'}
          onClick={() => onDecide({ community, kind: 'show' })}
        />
      )}
      {/* A community that reports have hidden stays hidden for the reason that an admin enters. */}
      {(!hidden_at || !hidden_by) && (
        <GhostButton
          icon={EyeOff}
          title={hidden_at ? 'Keep hidden' : 'Hide'}
          aria-label={hidden_at ? `Keep ${isolate(name)} hidden` : `Hide ${isolate(name)}`}
          isPending={saving === 'hide'}
          onClick={onHide}
        />
      )}
      <GhostButton
        icon={ListRestart}
        title="Return to pending"
        aria-label={`Return ${isolate(name)} to pending`}
        isPending={saving === 'return'}
        onClick={() => onDecide({ community, kind: 'return' })}
      />
    </>
  )
}
