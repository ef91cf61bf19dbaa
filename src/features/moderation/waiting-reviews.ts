import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { unwrap } from '../../supabase/errors.ts'
import { loadClient } from '../../supabase/load-client.ts'
import { openUserCache } from '../session/user-cache.ts'
import type { SessionUser } from '../session/useSession.ts'

/** The number of communities that wait for an admin. The admin screen polls it and keeps this value up to date. */
export const waitingReviews = queryOptions({
  queryKey: ['waiting reviews'],
  queryFn: async ({ signal }) => {
    const supabase = await loadClient()
    const counts = unwrap(await supabase.rpc('count_review_queue').abortSignal(signal).single())
    return Object.values(counts).reduce((sum, count) => sum + count, 0)
  },
  staleTime: 5 * 60_000,
  retry: false,
})

/** Milliseconds that the page gets to load its own rows first. */
const delayMs = 2000

/** Returns the number of communities that wait for an admin; undefined for others, and until it is loaded. */
export function useWaitingReviews(user: SessionUser, isAdmin: boolean): number | undefined {
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), delayMs)
    return () => clearTimeout(timer)
  }, [])
  const options = { ...waitingReviews, enabled: isAdmin && isDue }
  const { data } = useQuery(options, openUserCache(user.id))
  return isAdmin ? data : undefined
}
