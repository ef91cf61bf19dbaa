import { Eye, EyeOff, ListRestart } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { isolate } from '../../../lib/isolate.ts'
import { hasBlock, hiddenBlocks } from '../../community/blocks.ts'
import { callWithVersion, type Decision, hide } from './decisions.ts'
import { returnQuestion } from './questions.ts'
import type { AdminCommunity } from './queue.ts'
import type { Decisions } from './useDecisions.ts'

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
      {/* A community that was hidden automatically stays hidden for the reason that an admin enters. */}
      {!hasBlock(community, 'admin') && (
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

const showAgain = (community: AdminCommunity): Decision => ({
  kind: 'show',
  community,
  success: 'Community shown again successfully',
  failure: 'Failed to show community',
  lists: true,
  save: () => callWithVersion('show_community', community),
})

const returnToPending = (community: AdminCommunity): Decision => ({
  kind: 'return',
  community,
  success: 'Community returned to pending successfully',
  failure: 'Failed to return community to pending',
  save: ({ reason }) => callWithVersion('return_to_pending', community, reason),
  question: returnQuestion,
})
