import { useRef } from 'react'
import type { CommunityTask } from '../communities/CommunityActions.tsx'
import { useCommunityTask } from '../communities/CommunityTasks.tsx'
import { useDecisions } from '../decisions/useDecisions.ts'
import type { WaitingCommunity } from './queue-queries.ts'
import { useQueuePosition } from './useQueuePosition.ts'
import { useSelection } from './useSelection.ts'
import { decisionsFor, nextOpen, verdictFor } from './verdicts.ts'

/** Going through the queue: which listing is on view, which are selected, and what is said of them. */
export function useReview(rows: readonly WaitingCommunity[], page: number) {
  const decisions = useDecisions()
  const task = useCommunityTask()
  const selection = useSelection(rows)
  const { current, index, goTo } = useQueuePosition(rows, page)
  // Read out, and scrolled to, whenever another community comes on view.
  const heading = useRef<HTMLHeadingElement>(null)
  const isOpen = (row: WaitingCommunity) => !decisions.underWay.has(row.id)

  const show = (row: WaitingCommunity | undefined) => {
    goTo(row)
    heading.current?.focus()
  }
  const answer = (said: 'yes' | 'no') => {
    if (!current || !isOpen(current)) return
    if (verdictFor(current, said) === 'reject') {
      task.start(current, 'reject')
      return
    }
    // The next one comes at once; a decision that fails is said, and stays in the queue.
    show(nextOpen(rows, current.id, isOpen))
    for (const decision of decisionsFor([current], said)) void decisions.decide(decision)
  }

  return {
    rows,
    decisions,
    task,
    selection,
    current,
    index,
    heading,
    isOpen,
    show,
    move: (step: 1 | -1) => show(rows[index + step]),
    answer,
    start: (kind: CommunityTask) => current && task.start(current, kind),
    /** Resolves to null when at least one was decided, else to why not; then all stay selected. */
    answerSelected: async (said: 'yes' | 'no', reason?: string) => {
      const problem = await decisions.decideAll(
        decisionsFor(selection.rows, said, reason),
        said === 'yes' ? 'approve' : 'reject',
      )
      if (!problem) selection.clear()
      return problem
    },
  }
}

export type Review = ReturnType<typeof useReview>
