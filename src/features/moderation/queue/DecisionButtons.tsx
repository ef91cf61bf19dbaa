import { Eye, EyeOff, ListRestart } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { isolate } from '../../../lib/isolate.ts'
import { hiddenBlocks } from '../../community/blocks.ts'
import { type Decision, hide } from './decisions.ts'
import type { AdminCommunity } from './queue.ts'
import type { Decisions } from './useDecisions.ts'
import { canHide, returnToPending, showAgain } from './visibility-decisions.ts'

type ButtonProps = ComponentProps<typeof Button> & { decision: Decision; decisions: Decisions }

/** Makes a decision, or asks for its reason first. */
export function DecisionButton({ decision, decisions, ...button }: ButtonProps) {
  const { community, kind, question } = decision
  return (
    <Button
      size="sm"
      isPending={decisions.savingKind(community) === kind}
      onClick={(event) => {
        const { id, updated_at } = community
        if (decisions.isDoublePress(`${id} ${updated_at}`, event)) return
        if (question) decisions.ask({ decisions: [decision] })
        else void decisions.decide(decision)
      }}
      {...button}
    />
  )
}

type VisibilityProps = { community: AdminCommunity; decisions: Decisions }

/** Takes an approved community out of the directory, or shows a hidden one again. */
export function VisibilityActions({ community, decisions }: VisibilityProps) {
  const { name, status } = community
  if (status !== 'approved') return null
  const isHidden = hiddenBlocks(community).length > 0
  const button = { decisions, variant: 'ghost' } as const
  return (
    <>
      {isHidden && (
        <DecisionButton
          {...button}
          decision={showAgain(community)}
          icon={Eye}
          title="Show again"
          aria-label={`Show ${isolate(name)} again`}
        />
      )}
      {canHide(community) && (
        <DecisionButton
          {...button}
          decision={hide(community)}
          icon={EyeOff}
          title={isHidden ? 'Keep hidden' : 'Hide'}
          aria-label={isHidden ? `Keep ${isolate(name)} hidden` : `Hide ${isolate(name)}`}
        />
      )}
      <DecisionButton
        {...button}
        decision={returnToPending(community)}
        icon={ListRestart}
        title="Return to pending"
        aria-label={`Return ${isolate(name)} to pending`}
      />
    </>
  )
}
