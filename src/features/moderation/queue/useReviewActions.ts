import { toast } from '../../../ui/toast.tsx'
import { isWideWindow } from '../../admin/ListParts.tsx'
import type { Answer, Answers } from './answers.ts'
import { approvalOf, bulk, type Decision, hide, rejectionOf } from './decisions.ts'
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
import { canHide } from './visibility-decisions.ts'

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
  /** Opens the form for the requested place of a community. */
  onAddPlace: (community: QueuedCommunity) => void
}

/**
 * Returns what buttons and shortcuts do. It applies to the selected communities in the list, and to the current one if none is
 * selected.
 */
export function useReviewActions(options: Options) {
  const { position, selection, decisions, hasList, isFrozen, answers, onAddPlace } = options
  const { rows, current } = position
  const hasSelection = selection.rows.length > 0

  const approve = (press: Press) => {
    const targets = findTargets(press)
    const [first] = targets
    if (!first) return
    if (!hasSelection) {
      answerWith(first, answers.approval)
      return
    }
    const approvals = targets.flatMap((row) => approvalOf(row) ?? [])
    advance(targets)
    void decisions.decideAll(approvals, { bulk: bulk.approve })
  }

  const reject = (press: Press) => {
    const [first] = findTargets(press)
    if (!first) return
    if (!hasSelection) {
      answerWith(first, answers.rejection)
      return
    }
    const rejections = selection.rows.flatMap((row) => rejectionOf(row) ?? [])
    if (rejections.length > 0) decisions.ask({ decisions: rejections, bulk: bulk.reject })
  }

  const hideCurrent = (press: Press) => {
    const [first] = hasSelection ? noRows : findTargets(press)
    if (!first) return
    if (canHide(first)) decisions.ask({ decisions: [hide(first)] })
    else toast(cannotHide, { id: cannotHide })
  }

  const answerWith = (row: QueuedCommunity, answer: Answer | null) => {
    if (!answer) return
    if (answer.obstacle) toast.error(answer.obstacle, { id: answer.obstacle })
    else if ('opens' in answer) onAddPlace(row)
    else if (answer.question || answer.confirmation) decisions.ask({ decisions: [answer] })
    else decideAndAdvance(row, answer)
  }

  /**
   * Returns what an action applies to. The guard of every button and shortcut: none while a decision about one of them is
   * being saved, if the current community is hidden or frozen, and for the second press of a double click.
   */
  const findTargets = (press: Press): Rows => {
    const isShown = (!hasList || isWideWindow()) && !isFrozen
    const targets = hasSelection ? selection.rows : current && isShown ? [current] : noRows
    // With the answer: once its place is added, A approves the same community.
    const kind = hasSelection ? '' : answers.approval?.kind
    const shown = targets.map((row) => `${row.id} ${pendingReason(row)} ${kind}`).join()
    if (shown && decisions.isDoublePress(shown, press)) return noRows
    return targets.some(decisions.isSaving) ? noRows : targets
  }

  /** A community that is also waiting for another reason stays on screen after reports, an appeal or a new name. */
  const decideAndAdvance = (row: QueuedCommunity, decision: Decision) => {
    const isContent = !['reports', 'appeal', 'renamed'].includes(pendingReason(row))
    const isLast = isOnlyQuestion(row)
    if (isContent || isLast) advance([row])
    void decisions.decide(decision, { isLast })
  }

  /** Shows the next community immediately. Those whose decision fails stay in the queue. */
  const advance = (decided: readonly { id: string }[]) => {
    const isDecided = ({ id }: QueuedCommunity) => decided.some((one) => one.id === id)
    const isNext = (row: QueuedCommunity) => !decisions.isSaving(row) && !isDecided(row)
    position.show(current && isDecided(current) ? nextOpen(rows, current.id, isNext) : undefined)
  }

  return { approve, reject, hide: hideCurrent }
}

export type ReviewActions = ReturnType<typeof useReviewActions>

const cannotHide = 'Only an approved community that is not hidden yet can be hidden.'

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
