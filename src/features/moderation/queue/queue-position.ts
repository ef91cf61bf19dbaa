import { useEffect, useRef, useState } from 'react'
import { pendingReason, type QueuedCommunity } from './queue.ts'

type Rows = readonly QueuedCommunity[]
const noRows: Rows = []

type Position = {
  /** The ids from the current row on. */
  ids: readonly string[]
  index: number
  page: number
}

/**
 * Keeps the place of a reviewer in the queue while the admin screen is open, so that the queue opens there again. Includes
 * how far the list of this page is scrolled, in pixels.
 */
export function createQueuePlace() {
  let place: Position & { scrollTop: number } = { ids: [], index: 0, page: 1, scrollTop: 0 }
  return {
    read: () => place,
    /** Another page starts at its top. */
    move: (position: Position) => {
      const scrollTop = position.page === place.page ? place.scrollTop : 0
      place = { ...position, scrollTop }
    },
    scroll: (scrollTop: number) => {
      place = { ...place, scrollTop }
    },
  }
}

export type QueuePlace = ReturnType<typeof createQueuePlace>

/**
 * Tracks the current row of the queue. It stays current while others come and go. Once it leaves the queue itself, the next
 * one follows; a new page starts at its first row.
 */
export function useQueuePosition(rows: Rows, page: number, place: QueuePlace) {
  const [last, setLast] = useState<Position>(place.read)
  const heading = useRef<HTMLHeadingElement>(null)
  const index = last.page === page ? findPosition(rows, last) : 0
  const current = rows[index]

  const remember = (start: number) => {
    const ids = rows.slice(start).map(({ id }) => id)
    const isSame = ids.join() === last.ids.join() && start === last.index && page === last.page
    if (!isSame) setLast({ ids, index: start, page })
  }
  if (current) remember(index)

  useEffect(() => place.move(last), [place, last])

  // Scrolling to the heading would show it in the middle of a phone; ReviewQueue.tsx scrolls to the top.
  const focusHeading = () => heading.current?.focus({ preventScroll: true })
  const show = (row: QueuedCommunity | undefined) => {
    if (row) remember(rows.indexOf(row))
    focusHeading()
  }

  return {
    rows,
    page,
    index,
    current,
    /** The heading of the current community, which has the focus while its buttons come and go. */
    heading,
    focusHeading,
    show,
    move: (step: 1 | -1) => show(rows[index + step]),
  }
}

export type QueuePosition = ReturnType<typeof useQueuePosition>

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

/** Reports, appeals, renamed groups, claims and requested places are resolved one community at a time. */
export const canBeSelected = (row: QueuedCommunity) =>
  !['reports', 'appeal', 'renamed', 'claim', 'place'].includes(pendingReason(row))

/**
 * Tracks the selected rows. A row that leaves the list leaves the selection, even if it returns.
 *
 * @param isActive whether the list is shown: otherwise nothing counts as selected
 */
export function useSelection(rows: Rows, isActive: boolean) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const chosen = rows.filter((row) => ids.has(row.id) && canBeSelected(row))
  const set = (selected: Rows) => setIds(new Set(selected.map(({ id }) => id)))
  if (chosen.length < ids.size) set(chosen)

  return {
    rows: isActive ? chosen : noRows,
    toggle: (row: QueuedCommunity) => {
      if (chosen.includes(row)) set(chosen.filter((other) => other !== row))
      else if (isActive && canBeSelected(row)) set([...chosen, row])
    },
    set,
    clear: () => set(noRows),
  }
}

export type Selection = ReturnType<typeof useSelection>
