import { useRef, useState } from 'react'
import { type CommunityAction, useCommunityDialogs } from '../communities/CommunityDialogs.tsx'
import type { QueuedCommunity } from './queue-queries.ts'
import { decisionOn, nextOpen, pendingReason } from './pending-reason.ts'
import { useDecisions } from './useDecisions.ts'

/** Going through the queue: which community is on view, which are selected, and what is decided about them. */
export function useReview(rows: readonly QueuedCommunity[], page: number) {
  const decisions = useDecisions()
  const dialog = useCommunityDialogs()
  const selection = useSelection(rows.filter(canBeSelected))
  const { current, index, goTo } = usePosition(rows, page)
  // Read out, and scrolled to, whenever another community comes on view.
  const heading = useRef<HTMLHeadingElement>(null)
  const isOpen = (row: QueuedCommunity) => !decisions.saving.has(row.id)

  const show = (row: QueuedCommunity | undefined) => {
    goTo(row)
    heading.current?.focus()
  }

  return {
    rows,
    decisions,
    dialog,
    selection,
    current,
    index,
    heading,
    /** Whether a community still waits, with no decision about it being saved. */
    isOpen,
    show,
    move: (step: 1 | -1) => show(rows[index + step]),
    decide: (choice: 'approve' | 'reject') => {
      if (!current || !isOpen(current)) return
      const decision = decisionOn(current, choice)
      if (!decision) {
        // What is live already cannot be rejected, and there is nothing left to approve.
        if (choice === 'reject') dialog.open(current, 'edit')
        return
      }
      if (decision.kind === 'reject') {
        dialog.open(current, 'reject')
        return
      }
      // The next one comes at once; if the decision fails, a toast says so and the community stays in the queue.
      show(nextOpen(rows, current.id, isOpen))
      void decisions.decide(decision)
    },
    /** Resolves the reports on view. */
    resolveReports: () => {
      const [newest] = current?.community_reports ?? []
      if (!current || !isOpen(current) || !newest) return
      // It stays on view while something else about it waits.
      if (pendingReason(current) === 'reports') show(nextOpen(rows, current.id, isOpen))
      void decisions.decide({ community: current, kind: 'resolve', seenAt: newest.created_at })
    },
    openDialog: (action: CommunityAction) => current && dialog.open(current, action),
    /** Resolves to null when at least one was decided, else to why not; then all stay selected. */
    decideSelected: async (choice: 'approve' | 'reject', reason?: string) => {
      const wanted = selection.rows.flatMap((row) => decisionOn(row, choice, reason) ?? [])
      if (wanted.length === 0)
        return 'Group changes are live already and cannot be rejected. Edit the communities instead.'
      const problem = await decisions.decideAll(wanted, choice)
      if (!problem) selection.clear()
      return problem
    },
  }
}

/** Whether this community can be part of a decision about many. */
export const canBeSelected = (row: QueuedCommunity) => pendingReason(row) !== 'reports'

export type Review = ReturnType<typeof useReview>

/**
 * Which of the waiting communities is looked at. It stays the same one when others come or go around it;
 * when it is gone itself, decided here or by another admin, the next one that is still there comes.
 *
 * @param page on another page the first community comes on view
 */
function usePosition(rows: readonly QueuedCommunity[], page: number) {
  // What was looked at and what came after it, and where that began.
  const [kept, setKept] = useState<{ ids: readonly string[]; index: number; page: number }>({
    ids: [],
    index: 0,
    page,
  })
  const index = kept.page === page ? positionIn(rows, kept) : 0
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

function positionIn(
  rows: readonly QueuedCommunity[],
  { ids, index }: { ids: readonly string[]; index: number },
): number {
  // Not simply the one in its place: several may go at once, those before it among them.
  const left = ids.find((id) => rows.some((row) => row.id === id))
  return left === undefined
    ? Math.min(index, Math.max(rows.length - 1, 0))
    : rows.findIndex(({ id }) => id === left)
}

/** Rows that are selected. One that another admin decided meanwhile is selected no more. */
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
