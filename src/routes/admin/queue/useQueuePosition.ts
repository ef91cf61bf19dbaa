import { useState } from 'react'
import type { WaitingCommunity } from './queue-queries.ts'

/**
 * Which of the waiting communities is looked at. It stays the same one when others come or go around it;
 * when it is gone itself, decided here or by another admin, the one in its place is next.
 *
 * @param page a page of its own begins with its first community
 */
export function useQueuePosition(rows: readonly WaitingCommunity[], page: number) {
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
    goTo: (row: WaitingCommunity | undefined) => {
      if (row) setKept({ id: row.id, index: rows.indexOf(row), page })
    },
  }
}
