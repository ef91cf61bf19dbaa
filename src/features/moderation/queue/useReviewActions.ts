import { toast } from '../../../ui/toast.tsx'
import { isWideWindow } from '../../admin/ListParts.tsx'
import { approvalOf, bulk, type Decision, rejectionOf, resolutionOf } from './decisions.ts'
import { isRenamed, openAppeal, openClaim, pendingContent, type QueuedCommunity } from './queue.ts'
import { nextOpen, type QueuePosition } from './queue-position.ts'
import type { Selection } from './selection.ts'
import type { Decisions } from './useDecisions.ts'

type Rows = readonly QueuedCommunity[]

type Options = {
  position: QueuePosition
  selection: Selection
  decisions: Decisions
  /** Whether the current community is shown beside the list, which narrow screens have no room for. */
  hasList: boolean
  /** Whether the current community has been decided or changed since the reviewer opened it. */
  isFrozen: boolean
  /** Opens the form for what R cannot reject: only an edit changes a live name. */
  onEdit: (row: QueuedCommunity) => void
}

/**
 * Returns what buttons and shortcuts do. It applies to the selected communities in the list, and to the current one if none is
 * selected.
 */
export function useReviewActions(options: Options) {
  const { position, selection, decisions, hasList, isFrozen, onEdit } = options
  const { rows, current } = position
  const hasSelection = selection.rows.length > 0

  const approve = async () => {
    const targets = findTargets()
    const approvals = targets.flatMap((row) => approvalOf(row) ?? [])
    const [approval] = approvals
    if (!approval) return
    if (hasSelection) {
      advance(targets)
      await decisions.decideAll(approvals, { bulk: bulk.approve })
      return
    }
    const { obstacle } = approval
    if (obstacle) toast.error(obstacle, { id: obstacle })
    else decideAndAdvance(approval)
  }

  const reject = () => {
    const [first] = findTargets()
    if (!first) return
    if (hasSelection) {
      const rejections = selection.rows.flatMap((row) => rejectionOf(row) ?? [])
      if (rejections.length > 0) decisions.ask({ decisions: rejections, bulk: bulk.reject })
      return
    }
    const rejection = rejectionOf(first)
    if (!rejection) onEdit(first)
    else if (rejection.question) decisions.ask({ decisions: [rejection] })
    else decideAndAdvance(rejection)
  }

  const resolveReports = () => {
    const [first] = findTargets()
    const resolution = first && !hasSelection && resolutionOf(first)
    if (!resolution) return
    if (isOnlyReported(first)) decideAndAdvance(resolution)
    else void decisions.decide(resolution)
  }

  /**
   * Returns what an action applies to. The guard of every button and shortcut: none while a decision about one of them is
   * being saved, or if the current community is hidden or frozen.
   */
  const findTargets = (): Rows => {
    const isShown = (!hasList || isWideWindow()) && !isFrozen
    const targets = hasSelection ? selection.rows : current && isShown ? [current] : noRows
    return targets.some(decisions.isSaving) ? noRows : targets
  }

  const decideAndAdvance = (decision: Decision) => {
    advance([decision.community])
    void decisions.decide(decision)
  }

  /** Shows the next community immediately. Those whose decision fails stay in the queue. */
  const advance = (decided: readonly { id: string }[]) => {
    const isDecided = ({ id }: QueuedCommunity) => decided.some((one) => one.id === id)
    const isNext = (row: QueuedCommunity) => !decisions.isSaving(row) && !isDecided(row)
    position.show(current && isDecided(current) ? nextOpen(rows, current.id, isNext) : undefined)
  }

  return { approve: () => void approve(), reject, resolveReports }
}

export type ReviewActions = ReturnType<typeof useReviewActions>

/** A community that is also pending for another reason stays on screen. */
const isOnlyReported = (row: QueuedCommunity): boolean =>
  !pendingContent(row) &&
  !openAppeal(row) &&
  !openClaim(row) &&
  !isRenamed(row) &&
  !row.requested_place

const noRows: Rows = []
