import { Eye, EyeOff, ListRestart } from 'lucide-react'
import { hasBlock, hiddenBlocks } from '../../community/blocks.ts'
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
  const { name, status } = community
  if (status !== 'approved') return null

  const isHidden = hiddenBlocks(community).length > 0
  return (
    <>
      {isHidden && (
        <GhostButton
          icon={Eye}
          title="Show again"
          aria-label={`Show ${isolate(name)} again`}
          isPending={saving === 'show'}
          onClick={() => onDecide({ community, kind: 'show' })}
        />
      )}
      {/* A community that was hidden automatically stays hidden for the reason that an admin enters. */}
      {!hasBlock(community, 'admin') && (
        <GhostButton
          icon={EyeOff}
          title={isHidden ? 'Keep hidden' : 'Hide'}
          aria-label={isHidden ? `Keep ${isolate(name)} hidden` : `Hide ${isolate(name)}`}
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
