import { type Query, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { supabase } from '../../supabase/client.ts'
import { hasRealtime } from '../../supabase/config.ts'
import { waitingReviews } from '../../features/moderation/waiting-reviews.ts'
import { queueCounts } from '../../features/moderation/queue/queue-counts.ts'

/** Merges bursts of changes, such as a bulk decision, into one reload. */
const debounceMs = 500

/** Skips queries that the admin's own decision has just reloaded together with the counts. */
const isStale = ({ state }: Query) =>
  state.fetchStatus === 'idle' && Date.now() - state.dataUpdatedAt > 2000

/**
 * Reloads the screen after changes by other admins and owners: immediately where realtime is available, else
 * when the polled queue counts change. Renders nothing; a separate component, so that new counts do not
 * rerender the screen.
 */
export function LiveUpdates() {
  const queries = useQueryClient()
  // TanStack Query keeps the same object while the counts are equal.
  const counts = useQuery(queueCounts()).data
  const previous = useRef(counts)

  useEffect(() => {
    if (counts) queries.setQueryData(waitingReviews.queryKey, counts.all)
  }, [queries, counts])

  useEffect(() => {
    const isOwnChange = counts?.isEstimate
    if (previous.current !== undefined && previous.current !== counts && !isOwnChange) {
      void queries.invalidateQueries({ queryKey: ['admin'], predicate: isStale })
    }
    previous.current = counts
  }, [queries, counts])

  useEffect(() => {
    if (!hasRealtime) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const reload = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void queries.invalidateQueries({ queryKey: ['admin'] }), debounceMs)
    }
    // If it fails, the polled counts reveal changes.
    const channel = supabase
      // A new name: the client closes a channel of the last visit asynchronously.
      .channel(`admin ${crypto.randomUUID()}`)
      .on('postgres_changes', { event: '*', schema: 'public', table: 'communities' }, reload)
      .subscribe()
    return () => {
      clearTimeout(timer)
      void supabase.removeChannel(channel)
    }
  }, [queries])

  return null
}
