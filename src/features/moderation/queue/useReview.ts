import { useState } from 'react'
import { toast } from '../../../ui/toast.tsx'
import type { QueueView } from '../../admin/admin-view.ts'
import { isWideWindow } from '../../admin/ListParts.tsx'
import { isWithoutPlace } from '../../community/fields.ts'
import { approvalOf, type Decision, rejectionOf } from './decisions.ts'
import {
  isRenamed,
  isReported,
  openAppeal,
  openClaim,
  pendingContent,
  pendingReason,
  type QueuedCommunity,
} from './queue.ts'
import { nextOpen, type QueuePlace, useQueuePosition } from './queue-position.ts'
import { useDecisions } from './useDecisions.ts'

type Rows = readonly QueuedCommunity[]

/**
 * Returns where the reviewer is in the queue, what they have selected in the list, and what they can do. Buttons and
 * shortcuts call the same actions, which apply to the selected communities in the list, and to the current one if none is
 * selected.
 */
export function useReview(rows: Rows, { page, layout }: QueueView, place: QueuePlace) {
  const decisions = useDecisions()
  const position = useQueuePosition(rows, page, place)
  const isOpen = (row: QueuedCommunity) => !decisions.saving.has(row.id)
  const selection = useSelection(rows.filter(canBeSelected), layout === 'list')
  const { current, show } = position
  const hasSelection = selection.rows.length > 0

  /**
   * Returns what an action applies to. The guard of every button and shortcut: none while a decision about one of them is
   * being saved, or if the current community is hidden.
   */
  const findTargets = (): Rows => {
    // Narrow screens do not show the current community beside the list.
    const isShown = layout === 'one' || isWideWindow()
    const targets = hasSelection ? selection.rows : current && isShown ? [current] : noRows
    return targets.every(isOpen) ? targets : noRows
  }

  /** Shows the next community immediately. Those whose decision fails stay in the queue. */
  const advance = (targets: Rows) => {
    const isNext = (row: QueuedCommunity) => isOpen(row) && !targets.includes(row)
    const isLeaving = current && targets.includes(current)
    show(isLeaving ? nextOpen(rows, current.id, isNext) : undefined)
  }

  const decideAndAdvance = (row: QueuedCommunity, decision: Decision) => {
    advance([row])
    void decisions.decide(decision)
  }

  /** Why the current community cannot be approved yet. As in the database. */
  const approvalProblem =
    current && isWithoutPlace(current)
      ? 'Add the requested place first, or choose another one.'
      : null

  const approve = async () => {
    const targets = findTargets()
    const approvals = targets.flatMap((row) => approvalOf(row) ?? [])
    const [first] = targets
    const [approval] = approvals
    if (!first || !approval) return
    if (hasSelection) {
      advance(targets)
      const problem = await decisions.decideAll(approvals, 'approve')
      if (!problem) selection.clear()
    } else if (approvalProblem) {
      toast.error(approvalProblem, { id: approvalProblem })
    } else decideAndAdvance(first, approval)
  }

  /** @param onEdit opens the form for what cannot be rejected: only an edit changes groups or a live name */
  const reject = (onEdit?: (row: QueuedCommunity) => void) => {
    const [first] = findTargets()
    if (!first) return
    const rejection = rejectionOf(first)
    if (hasSelection) {
      const rejections = selection.rejectable.flatMap((row) => rejectionOf(row) ?? [])
      if (rejections.length > 0)
        decisions.askAll({ kind: 'reject', decisions: rejections, onSaved: selection.clear })
    } else if (!rejection) onEdit?.(first)
    else if (rejection.kind === 'reject') decisions.ask(rejection)
    else decideAndAdvance(first, rejection)
  }

  const resolveReports = () => {
    const [first] = findTargets()
    if (!first || !isReported(first) || hasSelection) return
    const [newest] = first.community_reports
    const seenAt = newest?.created_at ?? first.updated_at
    const resolution = { community: first, kind: 'resolve', seenAt } as const
    // A community that is also pending for another reason stays on screen.
    const others = [
      pendingContent(first),
      openAppeal(first),
      openClaim(first),
      isRenamed(first),
      first.requested_place,
    ]
    if (!others.some(Boolean)) decideAndAdvance(first, resolution)
    else void decisions.decide(resolution)
  }

  return {
    position,
    selection,
    decisions,
    actions: {
      approvalProblem,
      approve: () => void approve(),
      reject,
      resolveReports,
      isOpen,
      /** Keeps the focus on the community: the button of the decision may disappear. */
      decideHere: (decision: Decision) => {
        position.focusHeading()
        return decisions.decide(decision)
      },
    },
  }
}

export type Review = ReturnType<typeof useReview>

const noRows: Rows = []

/** Reports, appeals, renamed groups, claims and requested places are resolved one community at a time. */
export const canBeSelected = (row: QueuedCommunity) =>
  !['reports', 'appeal', 'renamed', 'claim', 'place'].includes(pendingReason(row))

/**
 * Tracks the selected rows. A row that leaves the list leaves the selection, even if it returns.
 *
 * @param isActive whether the list is shown: otherwise nothing counts as selected
 */
function useSelection(all: Rows, isActive: boolean) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const chosen = all.filter(({ id }) => ids.has(id))
  const set = (selected: Rows) => setIds(new Set(selected.map(({ id }) => id)))
  if (chosen.length < ids.size) set(chosen)

  return {
    rows: isActive ? chosen : noRows,
    /** Those that can be rejected: changed groups cannot. */
    rejectable: isActive ? chosen.filter((row) => rejectionOf(row) !== null) : noRows,
    toggle: (row: QueuedCommunity) => {
      if (chosen.includes(row)) set(chosen.filter((other) => other !== row))
      else if (isActive && all.includes(row)) set([...chosen, row])
    },
    set,
    clear: () => set(noRows),
  }
}
