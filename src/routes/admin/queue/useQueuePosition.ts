import { useState } from 'react'
import type { WaitingListing } from './queue-queries.ts'

/**
 * Which of the waiting listings is looked at. When it is gone, because it was decided here or by
 * another admin, the one in its place is next.
 */
export function useQueuePosition(rows: readonly WaitingListing[]) {
  const [kept, setKept] = useState<{ id: string; index: number }>({ id: '', index: 0 })
  const found = rows.findIndex(({ id }) => id === kept.id)
  const index = found >= 0 ? found : Math.min(kept.index, Math.max(rows.length - 1, 0))

  return {
    index,
    current: rows[index],
    goTo: (row: WaitingListing | undefined) => {
      if (row) setKept({ id: row.id, index: rows.indexOf(row) })
    },
  }
}
