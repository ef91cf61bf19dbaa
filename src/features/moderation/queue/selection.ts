import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { communitiesById, isWaiting, pendingReason, type QueuedCommunity } from './queue.ts'

type Rows = readonly QueuedCommunity[]

type Options = {
  /** Whether the list is shown: otherwise no decision applies to the selection. */
  isActive: boolean
  /** Whether a decision of this admin about the community is being saved. */
  isSaving: (row: QueuedCommunity) => boolean
}

/** Reports, appeals, renamed groups, claims and requested places are resolved one community at a time. */
export const canBeSelected = (row: QueuedCommunity) =>
  !['reports', 'appeal', 'renamed', 'claim', 'place'].includes(pendingReason(row))

const nothing: ReadonlyMap<string, QueuedCommunity> = new Map()

/** How many communities have left the selection, by reason, and how many there were before. */
const noneLeft = { decided: 0, apart: 0, before: 0 }
type Reason = 'decided' | 'apart'

/** Holds the selected communities. Saved decisions remove theirs, and `useSelection` needs those that are being saved. */
export function useSelected() {
  const [selected, setSelected] = useState(nothing)
  const remove = (ids: readonly string[]) =>
    setSelected((before) => new Map([...before].filter(([id]) => !ids.includes(id))))
  return { selected, setSelected, remove }
}

/**
 * Tracks the selected communities by id, across filters and refreshes. Each is kept as the list last showed it: a decision
 * about an older version is refused. Those that another admin decides leave the selection, and so do those that have to be
 * decided one at a time since: `left` counts both until the reviewer dismisses it, clears the selection or starts a new one.
 *
 * @param rows those that are listed
 */
export function useSelection(
  { selected, setSelected }: ReturnType<typeof useSelected>,
  rows: Rows,
  { isActive, isSaving }: Options,
) {
  const [anchorId, setAnchorId] = useState('')
  const [left, setLeft] = useState(noneLeft)

  const isListed = (id: string) => rows.some((row) => row.id === id)
  const elsewhere = [...selected.keys()].filter((id) => !isListed(id)).toSorted()
  const { data: found } = useQuery({ ...communitiesById(elsewhere), enabled: elsewhere.length > 0 })

  /** Returns the current version of a selected community, or why it leaves the selection. */
  const check = (row: QueuedCommunity): QueuedCommunity | Reason => {
    const shown = rows.find(({ id }) => id === row.id)
    const current = shown ?? (found ? found.find(({ id }) => id === row.id) : row)
    if (isSaving(row)) return shown ?? row
    if (!current || !isWaiting(current)) return 'decided'
    return canBeSelected(current) ? (shown ?? row) : 'apart'
  }

  const checked = [...selected.values()].map(check)
  const kept = checked.filter((row) => typeof row === 'object')
  const hasLost = kept.length < selected.size
  if (hasLost || kept.some((row) => selected.get(row.id) !== row)) {
    setSelected(new Map(kept.map((row) => [row.id, row])))
  }
  if (hasLost) {
    const count = (reason: Reason) => left[reason] + checked.filter((row) => row === reason).length
    const before = selected.size + left.decided + left.apart
    setLeft({ decided: count('decided'), apart: count('apart'), before })
  }

  const selectable = rows.filter((row) => canBeSelected(row) && !isSaving(row))
  const set = (changed: Rows, isSelected: boolean) => {
    const next = new Map(selected)
    for (const row of changed.filter((one) => selectable.includes(one))) {
      if (isSelected) next.set(row.id, row)
      else next.delete(row.id)
    }
    setSelected(next)
    if (selected.size === 0) setLeft(noneLeft)
  }

  return {
    /** What decisions apply to, listed or not. */
    rows: isActive ? kept : noRows,
    /** Also while the list is not shown. */
    count: kept.length,
    countElsewhere: elsewhere.length,
    left,
    dismissLeft: () => setLeft(noneLeft),
    /** Those of the list that can be selected. */
    selectable,
    has: (row: QueuedCommunity) => selected.has(row.id),
    /** Selects or deselects a row; with `isRange`, selects all from the last one to this one. */
    toggle: (row: QueuedCommunity, isRange = false) => {
      if (!isActive) return
      const from = isRange ? rows.findIndex(({ id }) => id === anchorId) : -1
      const to = rows.indexOf(row)
      if (from === -1) set([row], !selected.has(row.id))
      else set(rows.slice(Math.min(from, to), Math.max(from, to) + 1), true)
      setAnchorId(row.id)
    },
    /** Selects or deselects the whole list. */
    setAll: (isSelected: boolean) => set(rows, isSelected),
    clear: () => {
      setSelected(nothing)
      setLeft(noneLeft)
    },
  }
}

const noRows: Rows = []

export type Selection = ReturnType<typeof useSelection>
