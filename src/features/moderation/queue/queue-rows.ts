import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { maxRows } from '../../../supabase/read-all.ts'
import { rowsPerPage } from '../../admin/admin-view.ts'
import { type QueueFilter, queueList } from './queue.ts'
import type { QueuePlace } from './queue-position.ts'

/** How many rows before the end of the list the next ones are loaded. */
const preloadRows = 15

/**
 * Loads the queue, which grows while the reviewer moves through it. One request reads the whole list: pages would miss or
 * repeat rows that move while a colleague decides.
 */
export function useQueueRows(filter: QueueFilter, place: QueuePlace) {
  const key = JSON.stringify([filter.kind, filter.importId, filter.search, filter.sort])
  // 'Select all' selects the rows that are loaded, and an import is decided as a whole.
  const firstSize = filter.kind === 'imports' ? maxRows : rowsPerPage
  const [grown, setGrown] = useState(() => ({ key: place.read().key, size: place.read().size }))
  const size = Math.max(grown.key === key ? grown.size : 0, firstSize)
  const query = useQuery(queueList(filter, size))
  const rows = query.data?.rows
  const count = rows?.length ?? 0
  const hasMore = query.isPlaceholderData || query.data?.isComplete === false

  const loadMore = () => {
    if (query.isPlaceholderData || !hasMore || size === maxRows) return
    const next = Math.min(2 * size, maxRows)
    setGrown({ key, size: next })
    place.grow(next)
  }
  return {
    /** Changes with the filter. */
    key,
    query,
    rows,
    hasMore,
    /** Whether the database returns no more rows at once. */
    isFull: hasMore && size === maxRows,
    isLoadingMore: query.isPlaceholderData,
    loadMore,
    /** Loads more if a row of this index is near the end. */
    reach: (index: number) => {
      if (index >= count - preloadRows) loadMore()
    },
  }
}

export type QueueRows = ReturnType<typeof useQueueRows>
