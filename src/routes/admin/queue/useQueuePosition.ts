import { useState } from 'react'
import type { WaitingListing } from './queue-queries.ts'

/**
 * Which of the waiting listings is looked at. It stays the same one when others come or go around it;
 * when it is gone itself, decided here or by another admin, the one in its place is next.
 *
 * @param page a page of its own begins with its first listing
 */
export function useQueuePosition(rows: readonly WaitingListing[], page: number) {
  const [kept, setKept] = useState({ id: '', index: 0, page })
  const place = kept.page === page ? kept.index : 0
  const found = rows.findIndex(({ id }) => id === kept.id)
  const index = found >= 0 ? found : Math.min(place, Math.max(rows.length - 1, 0))
  const current = rows[index]

  if (current && (kept.id !== current.id || kept.index !== index || kept.page !== page)) {
    setKept({ id: current.id, index, page })
  }

  return {
    index,
    current,
    goTo: (row: WaitingListing | undefined) => {
      if (row) setKept({ id: row.id, index: rows.indexOf(row), page })
    },
  }
}
