import { useEffect, useRef, useState } from 'react'
import { rowsPerPage } from '../../admin/admin-view.ts'
import { useOpenVersion } from './open-version.ts'
import type { QueuedCommunity } from './queue.ts'

type Rows = readonly QueuedCommunity[]
const noRows: Rows = []

type Position = {
  /** The ids from the current row on. */
  ids: readonly string[]
  index: number
  /** Of the filter: see queue-rows.ts. */
  key: string
}

/**
 * Keeps the place of a reviewer in the queue while the admin screen is open, so that the queue opens there again. Includes
 * how many rows are loaded, and how far the list is scrolled, in pixels.
 */
export function createQueuePlace() {
  const start = { scrollTop: 0, size: rowsPerPage }
  let place = { ids: [] as readonly string[], index: 0, key: '', ...start }
  return {
    read: () => place,
    /** Another filter starts at the top. */
    move: ({ ids, index, key }: Position) => {
      const isSame = key === place.key
      place = { ...place, ...(isSame ? {} : start), ids, index, key }
    },
    grow: (size: number) => {
      place = { ...place, size }
    },
    scroll: (scrollTop: number) => {
      place = { ...place, scrollTop }
    },
  }
}

export type QueuePlace = ReturnType<typeof createQueuePlace>

/**
 * Tracks the current row of the queue. The reviewer sees the version that was opened until they continue: if another admin
 * decides it, or its owner changes it, `change` reports it (open-version.ts). Once the reviewer has decided it, the next one
 * follows; another filter starts at its first row.
 *
 * @param rows undefined until they are loaded
 */
export function useQueuePosition(loaded: Rows | undefined, key: string, place: QueuePlace) {
  const rows = loaded ?? noRows
  const [last, setLast] = useState<Position & { seen: QueuedCommunity | null }>(() => ({
    ...place.read(),
    seen: null,
  }))
  const heading = useRef<HTMLHeadingElement>(null)
  const isSameFilter = last.key === key
  const seen = isSameFilter ? last.seen : null
  const index = isSameFilter ? findPosition(rows, last) : 0
  const listed = rows[index]
  const open = useOpenVersion(seen, { rows, isLoaded: loaded !== undefined })
  const current = loaded && (open.shown ?? listed)
  const hasLeft = seen !== null && listed?.id !== seen.id

  const remember = (start: number, row: QueuedCommunity) => {
    const ids = [row, ...rows.slice(start)].map(({ id }) => id)
    setLast({ ids: [...new Set(ids)], index: start, key, seen: row })
  }
  // The ids after a row that has left are those from before.
  const isMoved = () =>
    rows
      .slice(index)
      .map(({ id }) => id)
      .join() !== last.ids.join()
  if (listed && !hasLeft && (!seen || index !== last.index || isMoved())) {
    remember(index, seen ?? listed)
  }

  useEffect(() => place.move(last), [place, last])

  // Scrolling to the heading would show it in the middle of a phone; ReviewQueue.tsx scrolls to the top.
  const focusHeading = () => heading.current?.focus({ preventScroll: true })
  const show = (row: QueuedCommunity | undefined) => {
    const start = rows.findIndex(({ id }) => id === row?.id)
    if (row) remember(start < 0 ? index : start, row)
    focusHeading()
  }
  /** The row that is shown with a step; after one that has left, the next one is in its place. */
  const neighbor = (step: 1 | -1) => rows[hasLeft && step === 1 ? index : index + step]

  return {
    rows,
    index,
    current,
    /** What has happened to the current row since the reviewer opened it. */
    change: open.change,
    /** The heading of the current community, which has the focus while its buttons come and go. */
    heading,
    focusHeading,
    show,
    canMove: (step: 1 | -1) => neighbor(step) !== undefined || (hasLeft && step === 1),
    move: (step: 1 | -1) => {
      const row = neighbor(step)
      if (row || !hasLeft || step === -1) show(row)
      else setLast({ ...last, seen: null })
    },
    /** Shows the latest version of the current row. */
    showLatest: () => {
      if (open.latest) show(open.latest)
    },
    /** Shows the result of the reviewer's own change of these rows: the latest version, or the next row. */
    accept: (ids: readonly string[]) =>
      setLast((now) => (now.seen && ids.includes(now.seen.id) ? { ...now, seen: null } : now)),
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
