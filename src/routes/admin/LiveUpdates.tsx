import { type Query, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { supabase } from '../../supabase/client.ts'
import { hasRealtime } from '../../supabase/config.ts'
import { queueCounts } from './review/queue-queries.ts'

/** Milliseconds in which many changes, such as somebody's bulk decision, count as one. */
const gather = 500

/** Not what was read with these counts, after a decision of one's own. */
const isOld = ({ state }: Query) =>
  state.fetchStatus === 'idle' && Date.now() - state.dataUpdatedAt > 2000

/**
 * Keeps the screen up to date with what other admins and owners do: at once where realtime runs, and
 * everywhere whenever polling the queue's counts finds others than before. Shows nothing; a
 * component of its own, because the screen around it would be rendered again with each number.
 */
export function LiveUpdates() {
  const queries = useQueryClient()
  // The same object for as long as nothing in it changes.
  const waiting = useQuery(queueCounts).data
  const known = useRef(waiting)

  useEffect(() => {
    if (known.current !== undefined && known.current !== waiting) {
      void queries.invalidateQueries({ queryKey: ['admin'], predicate: isOld })
    }
    known.current = waiting
  }, [queries, waiting])

  useEffect(() => {
    if (!hasRealtime) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const reload = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void queries.invalidateQueries({ queryKey: ['admin'] }), gather)
    }
    const channel = supabase
      .channel('admin')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'communities' }, reload)
      .subscribe()
    return () => {
      clearTimeout(timer)
      void supabase.removeChannel(channel)
    }
  }, [queries])

  return null
}
