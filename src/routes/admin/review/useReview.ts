import { useRef, useState } from 'react'
import { toast } from 'react-hot-toast'
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

/** Returns the state and actions of the review queue: the current community, the selection and the decisions. */
export function useReview(rows: readonly QueuedCommunity[], page: number) {
  const decisions = useDecisions()
  const dialog = useCommunityDialogs()
  const selection = useSelection(rows.filter(canBeSelected))
  const { current, index, goTo } = usePosition(rows, page)
  // Focused whenever another community is shown.
  const heading = useRef<HTMLHeadingElement>(null)
  const isOpen = (row: QueuedCommunity) => !decisions.saving.has(row.id)
  const open = current && isOpen(current) ? current : undefined

  const show = (row: QueuedCommunity | undefined) => {
    goTo(row)
    heading.current?.focus()
  }

  /** Shows the next community immediately. If saving fails, this one stays in the queue. */
  const decideAndAdvance = (row: QueuedCommunity, decision: Decision) => {
    show(nextOpen(rows, row.id, isOpen))
    void decisions.decide(decision)
  }

  return {
    rows,
    decisions,
    dialog,
    selection,
    current,
    index,
    heading,
    focusHeading: () => heading.current?.focus(),
    /** Whether no decision about this community is being saved. */
    isOpen,
    show,
    move: (step: 1 | -1) => show(rows[index + step]),
    approve: () => {
      if (!open) return
      const approval = approvalOf(open)
      if (isWithoutPlace(open)) toast.error(placeRequiredMessage, { id: placeRequiredMessage })
      else if (approval) decideAndAdvance(open, approval)
    },
    reject: () => {
      if (!open) return
      if (open.status === 'pending') dialog.open(open, 'reject')
      else if (open.held_at) decideAndAdvance(open, { community: open, kind: 'decline' })
      // Changed groups, reported communities and requested places cannot be rejected, only edited.
      else dialog.open(open, 'edit')
    },
    resolveReports: () => {
      const [newest] = open?.community_reports ?? []
      if (!open || !newest) return
      const resolution = { community: open, kind: 'resolve', seenAt: newest.created_at } as const
      // A community that is also pending for another reason stays on screen.
      if (pendingReason(open) === 'reports' && !open.requested_place)
        decideAndAdvance(open, resolution)
      else void decisions.decide(resolution)
    },
    openDialog: (action: CommunityAction) => current && dialog.open(current, action),
    approveSelected: async () => {
      const approvals = selection.rows.flatMap((row) => approvalOf(row) ?? [])
      const problem = await decisions.decideAll(approvals, 'approve')
      if (!problem) selection.clear()
    },
    /** Resolves to null once at least one rejection is saved, else to an error message. */
    rejectSelected: async (reason: string) => {
      const rejections = selection.rows.flatMap((row) => rejectionOf(row, reason) ?? [])
      if (rejections.length === 0)
        return "Changed groups can't be rejected. Edit the communities instead."
      const problem = await decisions.decideAll(rejections, 'reject')
      if (!problem) selection.clear()
      return problem
    },
  }
}

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

/** Tracks the selected rows. A row that leaves the queue leaves the selection. */
function useSelection(all: readonly QueuedCommunity[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  return {
    ids,
    rows: all.filter(({ id }) => ids.has(id)),
    toggle: ({ id }: QueuedCommunity) => {
      if (!all.some((row) => row.id === id)) return
      const next = new Set(ids)
      if (!next.delete(id)) next.add(id)
      setIds(next)
    },
    set: (rows: readonly QueuedCommunity[]) => setIds(new Set(rows.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  }
}
