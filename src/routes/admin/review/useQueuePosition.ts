import { useState } from 'react'

type Row = { id: string }

type Position = {
  /** The ids from the current row on. */
  ids: readonly string[]
  index: number
  page: number
}

/**
 * Tracks the current row of the queue. It stays current while others come and go. Once it leaves the queue itself, the next
 * one follows; a new page starts at its first row.
 */
export function useQueuePosition<Queued extends Row>(rows: readonly Queued[], page: number) {
  const [last, setLast] = useState<Position>({ ids: [], index: 0, page })
  const index = last.page === page ? findPosition(rows, last) : 0
  const current = rows[index]

  const remember = (start: number) => {
    const ids = rows.slice(start).map(({ id }) => id)
    const isSame = ids.join() === last.ids.join() && start === last.index && page === last.page
    if (!isSame) setLast({ ids, index: start, page })
  }
  if (current) remember(index)

  return {
    index,
    current,
    goTo: (row: Queued | undefined) => {
      if (row) remember(rows.indexOf(row))
    },
  }
}

function findPosition(rows: readonly Row[], { ids, index }: Position): number {
  // The index alone is not enough: rows before this one may have left, too.
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
export function nextOpen<Queued extends Row>(
  rows: readonly Queued[],
  id: string,
  isOpen: (row: Queued) => boolean,
): Queued | undefined {
  const index = rows.findIndex((row) => row.id === id)
  return rows.slice(index + 1).find(isOpen) ?? rows.slice(0, Math.max(index, 0)).findLast(isOpen)
}
