import { type RefObject, useState } from 'react'
import { toast } from '../../../ui/toast.tsx'
import { isWideWindow } from '../../admin/ListParts.tsx'
import { approvalOf, bulk, type Decision, rejectionOf } from './decisions.ts'
import type { Answers, PanelAnswers } from './answers.ts'
import { createDoublePressRule } from './double-press.ts'
import {
  isRenamed,
  isReported,
  openAppeal,
  openClaim,
  pendingContent,
  pendingReason,
  type QueuedCommunity,
} from './queue.ts'
import { nextOpen, type QueuePosition } from './queue-position.ts'
import type { Selection } from './selection.ts'
import type { Decisions } from './useDecisions.ts'

type Rows = readonly QueuedCommunity[]

/** The event of a click or a key. */
type Press = { timeStamp: number }

type Options = {
  position: QueuePosition
  selection: Selection
  decisions: Decisions
  /** Whether the current community is shown beside the list, which narrow screens have no room for. */
  hasList: boolean
  /** Whether the current community has been decided or changed since the reviewer opened it. */
  isFrozen: boolean
  /** About the current community. */
  answers: Answers
  /** Of the current community if a claim is its most urgent question. Null until the claim is loaded. */
  claim: RefObject<PanelAnswers | null>
}

/**
 * Returns what buttons and shortcuts do. It applies to the selected communities in the list, and to the current one if none is
 * selected.
 */
export function useReviewActions(options: Options) {
  const { position, selection, decisions, hasList, isFrozen, answers, claim } = options
  const { rows, current } = position
  const [isDoublePress] = useState(createDoublePressRule)
  const hasSelection = selection.rows.length > 0

  const approve = async (press: Press) => {
    const targets = findTargets(press)
    const [first] = targets
    if (!first) return
    if (hasSelection) {
      const approvals = targets.flatMap((row) => approvalOf(row) ?? [])
      advance(targets)
      await decisions.decideAll(approvals, { bulk: bulk.approve })
      return
    }
    if (answersInPanel(first, 'approve')) return
    const { approval } = answers
    if (approval?.obstacle) toast.error(approval.obstacle, { id: approval.obstacle })
    else if (approval) decideAndAdvance(first, approval)
  }

  const reject = (press: Press) => {
    const [first] = findTargets(press)
    if (!first) return
    if (hasSelection) {
      const rejections = selection.rows.flatMap((row) => rejectionOf(row) ?? [])
      if (rejections.length > 0) decisions.ask({ decisions: rejections, bulk: bulk.reject })
      return
    }
    if (answersInPanel(first, 'reject')) return
    const { rejection } = answers
    if (!rejection) toast(cannotReject, { id: cannotReject })
    else if (rejection.question) decisions.ask({ decisions: [rejection] })
    else decideAndAdvance(first, rejection)
  }

  /** Returns whether the answer is given in the panel of a claim. */
  const answersInPanel = (row: QueuedCommunity, answer: keyof PanelAnswers): boolean => {
    if (pendingReason(row) !== 'claim') return false
    if (claim.current) claim.current[answer]()
    else toast(stillLoading, { id: stillLoading })
    return true
  }

  /**
   * Returns what an action applies to. The guard of every button and shortcut: none while a decision about one of them is
   * being saved, if the current community is hidden or frozen, and for the second press of a double click.
   */
  const findTargets = (press: Press): Rows => {
    const isShown = (!hasList || isWideWindow()) && !isFrozen
    const targets = hasSelection ? selection.rows : current && isShown ? [current] : noRows
    const shown = targets.map((row) => `${row.id} ${pendingReason(row)}`).join()
    if (shown && isDoublePress(shown, press)) return noRows
    return targets.some(decisions.isSaving) ? noRows : targets
  }

  /** A community that is also waiting for another reason stays on screen after reports, an appeal or a new name. */
  const decideAndAdvance = (row: QueuedCommunity, decision: Decision) => {
    const isContent = !['reports', 'appeal', 'renamed'].includes(pendingReason(row))
    if (isContent || isOnlyQuestion(row)) advance([row])
    void decisions.decide(decision)
  }

  /** Shows the next community immediately. Those whose decision fails stay in the queue. */
  const advance = (decided: readonly { id: string }[]) => {
    const isDecided = ({ id }: QueuedCommunity) => decided.some((one) => one.id === id)
    const isNext = (row: QueuedCommunity) => !decisions.isSaving(row) && !isDecided(row)
    position.show(current && isDecided(current) ? nextOpen(rows, current.id, isNext) : undefined)
  }

  return { approve: (press: Press) => void approve(press), reject }
}

export type ReviewActions = ReturnType<typeof useReviewActions>

const cannotReject = "This can't be rejected. Press E to edit it."
const stillLoading = 'The claim is still loading. Wait a moment and try again.'

const isOnlyQuestion = (row: QueuedCommunity): boolean =>
  [
    isReported(row),
    openAppeal(row),
    isRenamed(row),
    openClaim(row),
    pendingContent(row),
    row.requested_place,
  ].filter(Boolean).length === 1

const noRows: Rows = []
