import { isWithoutPlace } from '../../places/places.ts'
import { useEffect, useRef, useState } from 'react'
import { toast } from '../../../ui/toast.tsx'
import type { QueueView } from '../../admin/admin-view.ts'
import { type CommunityAction, useCommunityDialogs } from '../table/CommunityDialogs.tsx'
import { approvalOf, type Decision, placeRequiredMessage, rejectionOf } from './decisions.ts'
import {
  isRenamed,
  isReported,
  openAppeal,
  openClaim,
  pendingContent,
  pendingReason,
  type QueuedCommunity,
} from './queue.ts'
import type { Position, QueuePlace } from './queue-place.ts'
import { useDecisions } from './useDecisions.ts'
import { isWideWindow } from '../../admin/ListParts.tsx'

type Rows = readonly QueuedCommunity[]

/**
 * Returns the state and actions of the review queue: the current community, the selection and the decisions. Buttons and
 * shortcuts call the same actions, which apply to the selected communities in the list, and to the current one if none is
 * selected.
 */
export function useReview(rows: Rows, { page, layout }: QueueView, place: QueuePlace) {
  const decisions = useDecisions()
  const dialog = useCommunityDialogs()
  const selection = useSelection(rows.filter(canBeSelected))
  const { current, index, goTo } = useQueuePosition(rows, page, place)
  const heading = useRef<HTMLHeadingElement>(null)
  const [rejecting, setRejecting] = useState<Rows>(noRows)
  const isOpen = (row: QueuedCommunity) => !decisions.saving.has(row.id)
  const selected = layout === 'list' ? selection.rows : noRows
  const hasSelection = selected.length > 0
  const rejectable = selected.filter((row) => rejectionOf(row, '') !== null)

  const show = (row: QueuedCommunity | undefined) => {
    goTo(row)
    // Scrolling to the heading would show it in the middle of a phone; ReviewQueue.tsx scrolls to the top.
    heading.current?.focus({ preventScroll: true })
  }

  /**
   * Returns what an action applies to. The guard of every button and shortcut: none while a decision about one of them is
   * being saved, or if the current community is hidden.
   */
  const findTargets = (): Rows => {
    // Narrow screens do not show the current community beside the list.
    const isShown = layout === 'one' || isWideWindow()
    const targets = hasSelection ? selected : current && isShown ? [current] : noRows
    return targets.every(isOpen) ? targets : noRows
  }

  /** Shows the next community immediately. Those whose decision fails stay in the queue. */
  const advance = (targets: Rows) => {
    const isNext = (row: QueuedCommunity) => isOpen(row) && !targets.includes(row)
    const isLeaving = current && targets.includes(current)
    show(isLeaving ? nextOpen(rows, current.id, isNext) : undefined)
  }

  /** Keeps the focus on the community: the button of the decision may disappear. */
  const decideHere = (decision: Decision) => {
    heading.current?.focus({ preventScroll: true })
    return decisions.decide(decision)
  }

  const decideAndAdvance = (row: QueuedCommunity, decision: Decision) => {
    advance([row])
    void decisions.decide(decision)
  }

  /** Resolves to null once at least one decision is saved, else to an error message. */
  const decideSelected = async (chosen: readonly Decision[], kind: 'approve' | 'reject') => {
    const problem = await decisions.decideAll(chosen, kind)
    if (!problem) selection.clear()
    return problem
  }

  /** Why the current community cannot be approved yet. */
  const approvalProblem = current && isWithoutPlace(current) ? placeRequiredMessage : null

  const approve = () => {
    const targets = findTargets()
    const approvals = targets.flatMap((row) => approvalOf(row) ?? [])
    const [first] = targets
    const [approval] = approvals
    if (!first || !approval) return
    if (hasSelection) {
      advance(targets)
      void decideSelected(approvals, 'approve')
    } else if (approvalProblem) {
      toast.error(approvalProblem, { id: approvalProblem })
    } else decideAndAdvance(first, approval)
  }

  const reject = () => {
    const [first] = findTargets()
    if (!first) return
    const rejection = rejectionOf(first, '')
    if (hasSelection) setRejecting(rejectable)
    else if (!rejection) dialog.open(first, 'edit')
    else if (rejection.kind === 'reject') dialog.open(first, 'reject')
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
    page,
    rows,
    approvalProblem,
    decisions,
    dialog,
    selection,
    /** The communities that the decisions apply to instead of the current one. */
    selected,
    /** The communities that can be rejected: changed groups cannot. */
    rejectable,
    current,
    index,
    heading,
    focusHeading: () => heading.current?.focus(),
    isOpen,
    decideHere,
    show,
    move: (step: 1 | -1) => show(rows[index + step]),
    toggleCurrent: () =>
      layout === 'list' && current && isOpen(current) && selection.toggle(current),
    approve,
    reject,
    resolveReports,
    openDialog: (action: CommunityAction) => current && dialog.open(current, action),
    rejecting,
    cancelRejecting: () => setRejecting(noRows),
    rejectSelected: (reason: string) =>
      decideSelected(
        rejecting.flatMap((row) => rejectionOf(row, reason) ?? []),
        'reject',
      ),
  }
}

export type Review = ReturnType<typeof useReview>

const noRows: Rows = []

/** Reports, appeals, renamed groups, claims and requested places are resolved one community at a time. */
export const canBeSelected = (row: QueuedCommunity) =>
  !['reports', 'appeal', 'renamed', 'claim', 'place'].includes(pendingReason(row))

/** Tracks the selected rows. A row that leaves the list leaves the selection, even if it returns. */
function useSelection(all: Rows) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const rows = all.filter(({ id }) => ids.has(id))
  const set = (selected: Rows) => setIds(new Set(selected.map(({ id }) => id)))
  if (rows.length < ids.size) set(rows)

  return {
    rows,
    toggle: (row: QueuedCommunity) => {
      if (rows.includes(row)) set(rows.filter((other) => other !== row))
      else if (all.includes(row)) set([...rows, row])
    },
    set,
    clear: () => set(noRows),
  }
}

/**
 * Tracks the current row of the queue. It stays current while others come and go. Once it leaves the queue itself, the next
 * one follows; a new page starts at its first row.
 */
function useQueuePosition(rows: Rows, page: number, place: QueuePlace) {
  const [last, setLast] = useState<Position>(place.read)
  const index = last.page === page ? findPosition(rows, last) : 0
  const current = rows[index]

  const remember = (start: number) => {
    const ids = rows.slice(start).map(({ id }) => id)
    const isSame = ids.join() === last.ids.join() && start === last.index && page === last.page
    if (!isSame) setLast({ ids, index: start, page })
  }
  if (current) remember(index)

  useEffect(() => place.move(last), [place, last])

  return {
    index,
    current,
    goTo: (row: QueuedCommunity | undefined) => {
      if (row) remember(rows.indexOf(row))
    },
  }
}

function findPosition(rows: Rows, { ids, index }: Position): number {
  // The index alone is not enough: rows before this one may also have left.
  const nextId = ids.find((id) => rows.some((row) => row.id === id))
  return nextId === undefined
    ? Math.min(index, Math.max(rows.length - 1, 0))
    : rows.findIndex(({ id }) => id === nextId)
}

/**
 * Returns the row to show after `id` is decided: the next open one, else the previous one.
 *
 * @param isOpen whether a row still needs a decision
 */
export function nextOpen<Row extends { id: string }>(
  rows: readonly Row[],
  id: string,
  isOpen: (row: Row) => boolean,
): Row | undefined {
  const index = rows.findIndex((row) => row.id === id)
  return rows.slice(index + 1).find(isOpen) ?? rows.slice(0, Math.max(index, 0)).findLast(isOpen)
}
