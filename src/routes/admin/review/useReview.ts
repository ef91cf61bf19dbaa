import { useRef, useState } from 'react'
import { toast } from '../../../ui/toast.tsx'
import type { QueueView } from '../admin-view.ts'
import { type CommunityAction, useCommunityDialogs } from '../communities/CommunityDialogs.tsx'
import {
  approvalOf,
  isWithoutPlace,
  placeRequiredMessage,
  nextOpen,
  pendingReason,
  rejectionOf,
} from './pending-reason.ts'
import type { QueuedCommunity } from './queue-queries.ts'
import { type Decision, useDecisions } from './useDecisions.ts'

/**
 * Returns the state and actions of the review queue: the current community, the selection and the decisions. Decisions
 * apply to the selected communities in the list, and to the current one if none is selected.
 */
export function useReview(rows: readonly QueuedCommunity[], { page, layout }: QueueView) {
  const decisions = useDecisions()
  const dialog = useCommunityDialogs()
  const selection = useSelection(rows.filter(canBeSelected))
  const { current, index, goTo } = usePosition(rows, page)
  // Focused whenever another community is shown.
  const heading = useRef<HTMLHeadingElement>(null)
  const isOpen = (row: QueuedCommunity) => !decisions.saving.has(row.id)
  const open = current && isOpen(current) ? current : undefined
  const selected = layout === 'list' ? selection.rows : noRows
  const rejectable = selected.filter((row) => rejectionOf(row, '') !== null)
  const [rejecting, setRejecting] = useState<readonly QueuedCommunity[]>(noRows)

  const show = (row: QueuedCommunity | undefined) => {
    goTo(row)
    heading.current?.focus()
  }

  /** Shows the next community immediately. If saving fails, this one stays in the queue. */
  const decideAndAdvance = (row: QueuedCommunity, decision: Decision) => {
    show(nextOpen(rows, row.id, isOpen))
    void decisions.decide(decision)
  }

  const approveCurrent = () => {
    const approval = open && approvalOf(open)
    if (!open || !approval) return
    if (isWithoutPlace(open)) toast.error(placeRequiredMessage, { id: placeRequiredMessage })
    else decideAndAdvance(open, approval)
  }

  const rejectCurrent = () => {
    if (!open) return
    if (open.status === 'pending') dialog.open(open, 'reject')
    else if (open.held_at) decideAndAdvance(open, { community: open, kind: 'decline' })
    // Changed groups, reported communities and requested places cannot be rejected, only edited.
    else dialog.open(open, 'edit')
  }

  /** Resolves to null once at least one decision is saved, else to an error message. */
  const decideSelected = async (
    targets: readonly QueuedCommunity[],
    kind: 'approve' | 'reject',
    toDecision: (row: QueuedCommunity) => Decision | null,
  ) => {
    const problem = await decisions.decideAll(
      targets.flatMap((row) => toDecision(row) ?? []),
      kind,
    )
    if (!problem) selection.clear()
    return problem
  }

  const approveSelected = () => {
    if (!selected.every(isOpen)) return
    const isNext = (row: QueuedCommunity) => isOpen(row) && !selected.includes(row)
    show(current && selected.includes(current) ? nextOpen(rows, current.id, isNext) : undefined)
    void decideSelected(selected, 'approve', approvalOf)
  }

  /** Narrow screens do not show the current community beside the list. */
  const showsCurrent = () => layout === 'one' || hasRoomForPanel()
  const hasSelection = selected.length > 0

  return {
    rows,
    decisions,
    dialog,
    selection,
    /** The communities that the decisions apply to instead of the current one. */
    selected,
    /** Those that can be rejected: changed groups cannot. */
    rejectable,
    current,
    index,
    heading,
    focusHeading: () => heading.current?.focus(),
    /** Whether no decision about this community is being saved. */
    isOpen,
    show,
    move: (step: 1 | -1) => show(rows[index + step]),
    toggleCurrent: () => layout === 'list' && open && selection.toggle(open),
    approve: () => {
      if (hasSelection) approveSelected()
      else if (showsCurrent()) approveCurrent()
    },
    reject: () => {
      if (hasSelection) setRejecting(selected.every(isOpen) ? rejectable : noRows)
      else if (showsCurrent()) rejectCurrent()
    },
    resolveReports: () => {
      const [newest] = open?.community_reports ?? []
      if (!open || !newest || hasSelection || !showsCurrent()) return
      const resolution = { community: open, kind: 'resolve', seenAt: newest.created_at } as const
      // A community that is also pending for another reason stays on screen.
      if (pendingReason(open) === 'reports' && !open.requested_place)
        decideAndAdvance(open, resolution)
      else void decisions.decide(resolution)
    },
    openDialog: (action: CommunityAction) => current && dialog.open(current, action),
    /** The selected communities that the reject dialog was opened for. */
    rejecting,
    cancelRejecting: () => setRejecting(noRows),
    rejectSelected: (reason: string) =>
      decideSelected(rejecting, 'reject', (row) => rejectionOf(row, reason)),
  }
}

const noRows: readonly QueuedCommunity[] = []

/** Whether the list and the current community are side by side. */
export const hasRoomForPanel = () => window.matchMedia('(min-width: 64rem)').matches

/** Reports and requested places are resolved one community at a time. */
export const canBeSelected = (row: QueuedCommunity) =>
  pendingReason(row) !== 'reports' && pendingReason(row) !== 'place'

export type Review = ReturnType<typeof useReview>

/**
 * Tracks the current community of the queue. It stays current while others come and go. Once it leaves the
 * queue itself, the next one follows; a new page starts at its first community.
 */
function usePosition(rows: readonly QueuedCommunity[], page: number) {
  // The ids from the current community on, and its index.
  const [kept, setKept] = useState<{ ids: readonly string[]; index: number; page: number }>({
    ids: [],
    index: 0,
    page,
  })
  const index = kept.page === page ? findPosition(rows, kept) : 0
  const current = rows[index]

  const keep = (start: number) => {
    const ids = rows.slice(start).map(({ id }) => id)
    const isKept = ids.join() === kept.ids.join() && start === kept.index && page === kept.page
    if (!isKept) setKept({ ids, index: start, page })
  }
  if (current) keep(index)

  return {
    index,
    current,
    goTo: (row: QueuedCommunity | undefined) => {
      if (row) keep(rows.indexOf(row))
    },
  }
}

function findPosition(
  rows: readonly QueuedCommunity[],
  { ids, index }: { ids: readonly string[]; index: number },
): number {
  // The index alone is not enough: communities before this one may have left, too.
  const nextId = ids.find((id) => rows.some((row) => row.id === id))
  return nextId === undefined
    ? Math.min(index, Math.max(rows.length - 1, 0))
    : rows.findIndex(({ id }) => id === nextId)
}

/** Tracks the selected rows. A row that leaves the list leaves the selection, even if it returns. */
function useSelection(all: readonly QueuedCommunity[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const rows = all.filter(({ id }) => ids.has(id))
  const set = (selected: readonly QueuedCommunity[]) =>
    setIds(new Set(selected.map(({ id }) => id)))
  if (rows.length < ids.size) set(rows)

  return {
    rows,
    toggle: (row: QueuedCommunity) => {
      if (rows.includes(row)) set(rows.filter((other) => other !== row))
      else if (all.includes(row)) set([...rows, row])
    },
    set,
    clear: () => set([]),
  }
}
